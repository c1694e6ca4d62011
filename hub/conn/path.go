package conn

import (
	"context"
	"net"
)

// Path is a way to carry connections. All paths behave the same; they differ in what they cost.
type Path interface {
	// Serve speaks websocket on nc, whose upgrade is done, until the connection ends; then it is closed. kernel is
	// the socket below nc; it may be nc itself. open is called first, with the Conn, and returns who handles it.
	// Whether Serve returns at once or when the connection has ended is up to the path.
	Serve(nc, kernel net.Conn, open func(Conn) Handler)

	// Run keeps the path going until ctx ends; then connections that are still there are closed.
	Run(ctx context.Context) error
}

// Goroutines is the portable path: one goroutine for each connection.
func Goroutines(opt *Options) Path { return goroutines{opt} }

type goroutines struct{ opt *Options }

// Serve implements Path; it returns when the connection has ended.
func (g goroutines) Serve(nc, kernel net.Conn, open func(Conn) Handler) {
	serve(nc, kernel, g.opt, open)
}

// Run implements Path. Nothing needs to be kept going, and who serves a connection ends it.
func (goroutines) Run(ctx context.Context) error {
	<-ctx.Done()
	return nil
}
