"""What two chapters share, and nothing else."""
