// Command bridge is a TCP port in front of the hub's websocket: most STOMP libraries speak plain TCP, and so do their
// test suites. It is for open mode on a developer's machine and takes connections of that machine only.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:61613", "where libraries connect")
	hub := flag.String("hub", "ws://127.0.0.1:8081/hub", "the hub, in open mode")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ln, err := net.Listen("tcp", *listen)
	if err == nil {
		fmt.Println("listening on", ln.Addr())
		err = serve(ctx, ln, *hub)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bridge:", err)
		os.Exit(1)
	}
}

// serve joins each connection with one of the hub until ctx ends, and returns when all have ended.
func serve(ctx context.Context, ln net.Listener, hub string) error {
	stop := context.AfterFunc(ctx, func() { _ = ln.Close() })
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	for {
		c, err := ln.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("accept: %w", err)
		}
		all.Go(func() {
			if err := join(ctx, c, hub); err != nil && ctx.Err() == nil {
				fmt.Fprintln(os.Stderr, "bridge:", err)
			}
		})
	}
}

// join carries bytes both ways until one side ends. Where a message begins and ends means nothing to STOMP.
func join(ctx context.Context, c net.Conn, hub string) error {
	defer func() { _ = c.Close() }()
	h, early, _, err := ws.Dialer{Protocols: []string{"v12.stomp", "v11.stomp", "v10.stomp"}}.Dial(ctx, hub)
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	defer func() { _ = h.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = c.Close(); _ = h.Close() })
	defer stop()
	var in io.Reader = h
	if early != nil {
		in = early
	}
	out := &writer{c: h}
	var up sync.WaitGroup
	up.Go(func() {
		defer func() { _ = h.Close() }()
		buf := make([]byte, 32<<10)
		for {
			n, err := c.Read(buf)
			if n > 0 && out.send(buf[:n]) != nil || err != nil {
				return
			}
		}
	})
	defer up.Wait()
	defer func() { _ = c.Close() }()
	for {
		b, _, err := wsutil.ReadServerData(struct {
			io.Reader
			io.Writer
		}{in, out})
		if closed := (wsutil.ClosedError{}); errors.As(err, &closed) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("hub: %w", err)
		}
		if _, err := c.Write(b); err != nil {
			return nil // the library left first
		}
	}
}

// writer is the way to the hub, for frames and for the answers to its pings.
type writer struct {
	mu sync.Mutex
	c  net.Conn
}

func (w *writer) send(b []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return wsutil.WriteClientBinary(w.c, b)
}

// Write implements io.Writer: what it is given is a whole frame already.
func (w *writer) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.c.Write(b)
}
