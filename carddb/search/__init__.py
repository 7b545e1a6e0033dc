"""The search language: one tree, evaluated on a catalog and translated to SQL."""

from carddb.search.evaluate import matches, predicate, select
from carddb.search.explain import explain
from carddb.search.keys import MEANINGS, NEUTRAL, Key, list_keys
from carddb.search.parse import parse
from carddb.search.query import Query, QueryError
from carddb.search.sql import where

__all__ = [
    "MEANINGS",
    "NEUTRAL",
    "Key",
    "Query",
    "QueryError",
    "explain",
    "list_keys",
    "matches",
    "parse",
    "predicate",
    "select",
    "where",
]
