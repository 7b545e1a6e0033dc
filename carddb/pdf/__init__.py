"""PDF: fonts, the drawing of placed boxes, the file writers and the pictures made from pages."""
