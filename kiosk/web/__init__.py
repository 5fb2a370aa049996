"""What this program serves to browsers: listening, access and look for all pages, and the pages of a venue."""
