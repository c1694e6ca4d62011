//go:build !linux

package conn

// EventLoop is the path of one loop for all connections. Only Linux has it; elsewhere goroutines serve.
func EventLoop(opt *Options, _ int) (Path, error) { return Goroutines(opt), nil }
