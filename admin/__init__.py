"""The web admin: a Flask-Admin application over the catalog; logic lives in carddb."""
