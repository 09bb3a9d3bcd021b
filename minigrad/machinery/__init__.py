"""What the rooms above run on: memory, threads, large sums, silence, turns. It works on arrays, and refuses nothing."""
