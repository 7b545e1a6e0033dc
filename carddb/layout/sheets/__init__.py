"""Parts of card sheets: the grid of slots, marks, printers, stickers, inks, stamps. No reading of cards, no PDF."""
