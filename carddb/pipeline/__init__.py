"""What the command line and the admin both do; they only show it."""
