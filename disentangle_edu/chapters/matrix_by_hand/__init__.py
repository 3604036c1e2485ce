"""The chapter on the matrix by hand."""
