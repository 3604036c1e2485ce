"""The chapter on characteristics without a metric."""
