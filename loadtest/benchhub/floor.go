package main

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // RFC 6455 says so
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"hubstake/internal/platform/loopback"
	"hubstake/internal/platform/rawio"
	"hubstake/loadtest/hubrig"
)

// The floor is the least that a hub in Go could do on this machine under the same generator: one thread with an epoll loop
// writes a ready frame for each message, and for a connect it accepts, upgrades and writes one frame. It checks no token,
// seals nothing and reads no Redis. Machines differ, and the same one from hour to hour; the hub's figures divided by the
// floor's of the same run do so much less.
const floorFrame = 480 // bytes of a MESSAGE of the hub with 200 bytes of payload

// floorPass measures the floor. The generator hands it messages as if it were Redis.
var floorPass = pass{name: "floor", do: []string{"connect", "rates", "bcast"}}

// floorArg makes this program the floor: benchhub floor ADDRESS.
const floorArg = "floor"

// measureFloor runs the generator against a floor on the hub's core.
func (b *bench) measureFloor(ctx context.Context, do []string, run int) ([]line, error) {
	dir := filepath.Join(b.dir, floorPass.name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("floor: %w", err)
	}
	if err := hubrig.RaiseDescriptors(b.sessions); err != nil {
		return nil, err
	}
	addr, err := loopback.FreeAddress()
	if err != nil {
		return nil, fmt.Errorf("floor: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("floor: %w", err)
	}
	args := []string{self, floorArg, addr}
	if b.cores[0] >= 0 {
		args = append([]string{"taskset", "-c", itoa(b.cores[0])}, args...)
	}
	ctx, stop := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		stop()
		return nil, fmt.Errorf("floor: %w", err)
	}
	defer func() {
		stop()
		_ = cmd.Wait() // killed
	}()
	if err := answers(ctx, addr); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "pass.jsonl")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	runErr := b.call(ctx, nil, b.floorArguments(addr, cmd.Process.Pid, do, file, run))
	lines, err := b.collect(file, floorPass.name)
	return lines, errors.Join(runErr, err)
}

// answers waits until a connection is accepted.
func answers(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
		if err == nil {
			return c.Close()
		}
		if ctx.Err() != nil {
			return fmt.Errorf("floor: %w", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (b *bench) floorArguments(addr string, pid int, do []string, file string, run int) []string {
	args := []string{
		b.tool, "-proto", "raw", "-url", "ws://" + addr + "/{i}", "-n", itoa(b.sessions), "-pub", "redis", "-redis", addr,
		"-redis-cmd", "M {i} {payload}", "-bcast-redis-cmd", "B {payload}", "-pid", itoa(pid), "-src", "127.0.1.1-127.0.1.8",
		"-json", file, "-name", "run " + itoa(run), "-rates", "10000", "-p99", "1m", "-superseded", "1",
	}
	for i, d := range do {
		if i == 0 {
			args = append(args, "-do", d)
		} else {
			args[len(args)-1] += "," + d
		}
	}
	if b.cores[1] >= 0 {
		args = append([]string{"taskset", "-c", itoa(b.cores[1])}, args...)
	}
	return args
}

// floor is the process. Its one goroutine holds its processor even while it waits.
type floor struct {
	epoll, listener int
	members         []int          // sockets by the member's number
	peers           map[int]*heard // by socket
	frame           []byte         // ready to be written; the payload is laid over its beginning
	buf             []byte
}

// heard is what came of a connection and is not a whole request or command yet.
type heard struct {
	rest   []byte
	member bool
}

const floorHead = 4 // of a websocket frame of 126 to 65535 bytes

// serveFloor runs until it is killed.
func serveFloor(addr string) error {
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	f := &floor{peers: map[int]*heard{}, buf: make([]byte, 256<<10)}
	f.frame = append([]byte{0x81, 126, floorFrame >> 8, floorFrame & 0xff}, bytes.Repeat([]byte{' '}, floorFrame)...)
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	file, err := ln.(*net.TCPListener).File()
	if err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	f.listener = int(file.Fd())
	if f.epoll, err = unix.EpollCreate1(0); err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	if err := errors.Join(unix.SetNonblock(f.listener, true), f.watch(f.listener)); err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	return f.loop()
}

func (f *floor) watch(fd int) error {
	return rawio.EpollCtl(f.epoll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)})
}

func (f *floor) loop() error {
	events := make([]unix.EpollEvent, 256)
	for {
		n, err := unix.EpollWait(f.epoll, events, -1)
		if err != nil && !errors.Is(err, unix.EINTR) {
			return fmt.Errorf("floor: %w", err)
		}
		for _, e := range events[:max(n, 0)] {
			if int(e.Fd) == f.listener {
				f.accept()
			} else {
				f.read(int(e.Fd))
			}
		}
	}
}

func (f *floor) accept() {
	for {
		fd, _, err := unix.Accept4(f.listener, unix.SOCK_NONBLOCK)
		if err != nil {
			return
		}
		_ = unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1)
		if f.watch(fd) != nil {
			_ = rawio.Close(fd)
		}
	}
}

// read takes what a member or the generator sent. Members have nothing to say once they are upgraded.
func (f *floor) read(fd int) {
	n, errno := rawio.Read(fd, f.buf)
	if errno == unix.EAGAIN || errno == unix.EINTR {
		return
	}
	if n <= 0 {
		delete(f.peers, fd)
		_ = rawio.Close(fd)
		return
	}
	p := f.peers[fd]
	if p == nil {
		p = &heard{}
		f.peers[fd] = p
	}
	if p.member {
		return
	}
	in := f.buf[:n]
	if len(p.rest) > 0 {
		in = append(p.rest, in...)
		p.rest = nil
	}
	if in[0] == 'G' {
		f.upgrade(fd, p, in)
		return
	}
	answers := 0
	for {
		words, used := resp(in)
		if used == 0 {
			break
		}
		in = in[used:]
		answers++
		f.publish(words)
	}
	p.rest = append(p.rest, in...)
	_, _ = rawio.Write(fd, bytes.Repeat([]byte("+OK\r\n"), answers))
}

func (f *floor) upgrade(fd int, p *heard, in []byte) {
	if !bytes.HasSuffix(in, []byte("\r\n\r\n")) {
		p.rest = append(p.rest, in...)
		return
	}
	path, _, _ := bytes.Cut(in[len("GET /"):], []byte(" "))
	i, err := strconv.Atoi(string(path))
	_, key, found := bytes.Cut(in, []byte("Sec-WebSocket-Key: "))
	if err != nil || !found {
		return
	}
	key, _, _ = bytes.Cut(key, []byte("\r"))
	sum := sha1.Sum(append(bytes.Clone(key), "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"...)) //nolint:gosec // RFC 6455 says so
	out := append([]byte(nil), "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "...)
	out = base64.StdEncoding.AppendEncode(out, sum[:])
	_, _ = rawio.Write(fd, append(out, "\r\n\r\n"...))
	_, _ = rawio.Write(fd, f.frame)
	for len(f.members) <= i {
		f.members = append(f.members, -1)
	}
	f.members[i], p.member = fd, true
}

// publish carries out "M member payload" or "B payload".
func (f *floor) publish(words [][]byte) {
	switch {
	case len(words) == 3 && string(words[0]) == "M":
		if i, err := strconv.Atoi(string(words[1])); err == nil && i < len(f.members) {
			copy(f.frame[floorHead:], words[2])
			_, _ = rawio.Write(f.members[i], f.frame)
		}
	case len(words) == 2 && string(words[0]) == "B":
		copy(f.frame[floorHead:], words[1])
		for _, fd := range f.members {
			_, _ = rawio.Write(fd, f.frame)
		}
	}
}

// resp reads a command of Redis; used is 0 while it is not whole.
func resp(in []byte) (words [][]byte, used int) {
	rest := in
	count := func(kind byte) (int, bool) {
		text, after, found := bytes.Cut(rest, []byte("\r\n"))
		if !found || len(text) < 2 || text[0] != kind {
			return 0, false
		}
		n, err := strconv.Atoi(string(text[1:]))
		rest = after
		return n, err == nil
	}
	n, ok := count('*')
	for range n {
		size, more := count('$')
		if ok = ok && more && len(rest) >= size+2; !ok {
			return nil, 0
		}
		words = append(words, rest[:size])
		rest = rest[size+2:]
	}
	if !ok {
		return nil, 0
	}
	return words, len(in) - len(rest)
}
