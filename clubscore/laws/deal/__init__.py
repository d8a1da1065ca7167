"""The facts of one deal: bids, contract, holdings, as players report them."""
