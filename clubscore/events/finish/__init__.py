"""An event ends: what is missing, the end itself, or called off."""
