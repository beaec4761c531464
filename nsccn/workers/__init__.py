"""Work in other processes: ours, which can be killed, and executors that are not ours."""
