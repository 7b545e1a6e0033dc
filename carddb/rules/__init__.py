"""Rule checks: findings about cards, decks and a whole catalog."""

from carddb.rules.finding import SEVERITIES, Finding, Severity, Where, worst

__all__ = ["SEVERITIES", "Finding", "Severity", "Where", "worst"]
