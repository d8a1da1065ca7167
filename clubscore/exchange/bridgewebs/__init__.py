"""Results as BridgeWebs' CSV."""
