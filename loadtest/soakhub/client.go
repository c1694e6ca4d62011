package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"

	"hubstake/internal/core/event"
	"hubstake/internal/hubclient"
	"hubstake/loadtest/hubrig"
)

// client is a connection without a goroutine of its own, so that thousands fit beside the hub and one that does not read really
// does not. It announces no heartbeats; the hub sends pings instead, which reading answers.
type client struct {
	conn  net.Conn
	in    io.Reader
	open  *hubclient.Opener
	own   string // destinations
	site  string
	seqs  [2]uint64 // of own and site
	limit func()    // gives a read its deadline
}

// message is an opened payload.
type message struct {
	Cmd event.Cmd `json:"cmd"`
	Ver int64     `json:"ver"`
	At  int64     `json:"at"` // when it was committed, ms since 1970
}

// Broken promises that reading finds.
var (
	errSeq     = errors.New("seq")
	errForeign = errors.New("foreign topic")
)

// patience is how long nothing at all may come: two of the hub's pings, and something for the way. A client that was cut off
// while the line was blocked has no other way to notice.
const patience = 55 * time.Second

// connect makes the connection of a member and subscribes to both topics. rcvbuf is what its kernel takes; 0: as usual.
func connect(ctx context.Context, url string, m hubclient.Member, rcvbuf int) (_ *client, err error) {
	var dialer net.Dialer
	if rcvbuf > 0 {
		dialer.Control = func(_, _ string, raw syscall.RawConn) error {
			var set error
			err := raw.Control(func(fd uintptr) { set = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, rcvbuf) })
			return errors.Join(err, set)
		}
	}
	up := ws.Dialer{
		Protocols: []string{"v12.stomp"}, Header: ws.HandshakeHeaderHTTP(http.Header{"Origin": {hubrig.Origin}}), NetDial: dialer.DialContext,
		ReadBufferSize: 1024, WriteBufferSize: 1024, Timeout: patience,
	}
	conn, buffered, _, err := up.Dial(ctx, url+"?shard="+m.Shard)
	if err != nil {
		return nil, fmt.Errorf("upgrade: %w", err)
	}
	defer func() {
		if err != nil {
			_ = conn.Close()
		}
	}()
	c := &client{conn: conn, in: conn, own: "/topic/" + m.Topic, site: "/topic/site." + m.Site}
	if buffered != nil {
		rest, _ := buffered.Peek(buffered.Buffered())
		c.in = io.MultiReader(bytes.NewReader(bytes.Clone(rest)), conn)
		ws.PutReader(buffered)
	}
	c.limit = func() { _ = conn.SetReadDeadline(time.Now().Add(patience)) }
	if err := c.send("CONNECT\naccept-version:1.2\nhost:" + m.Site + "\nheart-beat:0,0\ntoken:" + m.Token + "\n\n\x00"); err != nil {
		return nil, err
	}
	hello, err := c.frame("CONNECTED")
	if err != nil {
		return nil, err
	}
	if c.open, err = hubclient.NewOpener(m.HubKey, hello.header["key-salt"], hello.header["session"]); err != nil {
		return nil, err
	}
	for id, dest := range []string{c.own, c.site} {
		if err := c.send(fmt.Sprintf("SUBSCRIBE\nid:%d\ndestination:%s\n\n\x00", id, dest)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *client) send(text string) error {
	if err := wsutil.WriteClientText(c.conn, []byte(text)); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// frame is a STOMP frame.
type frame struct {
	command string
	header  map[string]string
	body    []byte
}

// frame reads the next frame and expects it to be of that command.
func (c *client) frame(command string) (frame, error) {
	for {
		c.limit()
		data, err := wsutil.ReadServerText(struct {
			io.Reader
			io.Writer
		}{c.in, c.conn})
		if err != nil {
			return frame{}, fmt.Errorf("read: %w", err)
		}
		if len(bytes.TrimRight(data, "\r\n")) == 0 {
			continue // a heartbeat
		}
		f, err := parse(data)
		if err == nil && f.command != command {
			err = fmt.Errorf("%s instead of %s: %s %s", f.command, command, f.header["message"], f.body)
		}
		return f, err
	}
}

// parse reads one frame in one message, as the hub sends them.
func parse(data []byte) (frame, error) {
	head, body, ok := bytes.Cut(data, []byte("\n\n"))
	end := bytes.LastIndexByte(body, 0)
	if !ok || end < 0 {
		return frame{}, fmt.Errorf("no frame: %.80q", data)
	}
	f := frame{header: map[string]string{}, body: body[:end]}
	lines := bufio.NewScanner(bytes.NewReader(head))
	for first := true; lines.Scan(); first = false {
		if first {
			f.command = lines.Text()
			continue
		}
		name, value, _ := bytes.Cut(lines.Bytes(), []byte(":"))
		f.header[string(name)] = string(value)
	}
	return f, nil
}

// next waits for a message and checks that it is meant for this session, that it opens and that none is missing.
func (c *client) next() (m message, err error) {
	f, err := c.frame("MESSAGE")
	if err != nil {
		return m, err
	}
	dest, k := f.header["destination"], 0
	switch dest {
	case c.own:
	case c.site:
		k = 1
	default:
		return m, fmt.Errorf("%w: %s", errForeign, dest)
	}
	seq, err := strconv.ParseUint(f.header["seq"], 10, 64)
	if c.seqs[k]++; err != nil || seq != c.seqs[k] {
		return m, fmt.Errorf("%w: %q instead of %d on %s", errSeq, f.header["seq"], c.seqs[k], dest)
	}
	plain, err := c.open.Open(f.body, dest, seq)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(plain, &m); err != nil {
		return m, fmt.Errorf("payload: %w", err)
	}
	return m, nil
}

func (c *client) close() { _ = c.conn.Close() }
