"""The chapter on a metric of your own."""
