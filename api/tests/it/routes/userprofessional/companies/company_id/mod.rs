mod active;
