"""The auction, call by call: who speaks, what is enough, who may double, what contract it makes."""
