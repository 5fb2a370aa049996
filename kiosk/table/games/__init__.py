"""What the table has to know of each game: everything else at the table works alike for all of them."""
