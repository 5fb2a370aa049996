"""The pages of a venue: results, rankings, players and matches, as the results store has them."""
