"""Pages on which plans are made."""
