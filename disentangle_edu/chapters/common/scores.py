"""Scores in words, in a line and below a bar."""

Scores = dict[str, float]


def brief(scores: Scores) -> Scores:
    """The scores under names that fit below a bar."""
    return {name.replace("dependent_", "dep. "): value for name, value in scores.items()}


def listed_scores(scores: Scores) -> str:
    """The scores in a line, to four digits."""
    return ", ".join(f"{name} = {value:.4f}" for name, value in scores.items())
