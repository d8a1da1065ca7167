"""What we use of botocore, on which boto3 rests."""
