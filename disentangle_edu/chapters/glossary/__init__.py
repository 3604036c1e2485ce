"""The glossary: every word that the chapters set in bold, on one page."""
