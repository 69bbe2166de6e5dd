"""Reports: a tournament or a study as one HTML file that needs nothing beside it, and its data as CSV."""
