"""The chapter on Table 1 and its witnesses."""
