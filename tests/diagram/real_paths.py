"""The paths that chipward ships."""

from pathlib import Path

from chipward.model import explainer as model

FOLDER = Path(__file__).parents[2] / "data/explainers"
EXPLAINERS = [model.Explainer.model_validate_json(file.read_bytes()) for file in sorted(FOLDER.glob("*.json"))]
PATHS = [(explainer, path) for explainer in EXPLAINERS for path in explainer.paths]


def name(value: object) -> str:
    """A name for a test's parameter."""
    match value:
        case model.Explainer():
            return value.slug
        case model.Path():
            return value.address.replace("/", "-")
    return str(value)
