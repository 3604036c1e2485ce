"""The chapter on SAP."""
