package stomp

import (
	"bytes"
	"strconv"
	"testing"

	"github.com/go-stomp/stomp/v3/frame"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var wide = &Limits{Frame: 1 << 20, Headers: 64, Line: 8192}

// oracle reads one frame with go-stomp's own reader.
func oracle(b []byte) (got, error) {
	f, err := frame.NewReaderSize(bytes.NewReader(b), 1<<20).Read()
	if err != nil || f == nil {
		return got{}, err
	}
	g := got{Command: f.Command, Body: string(f.Body)}
	for i := range f.Header.Len() {
		k, v := f.Header.GetAt(i)
		g.Headers = append(g.Headers, Header{k, v})
	}
	return g, nil
}

// text draws a header part that all versions from 1.1 on can carry.
func text(t *rapid.T, name string) string {
	return rapid.StringOfN(rapid.RuneFrom([]rune("ab:\\\n ä한字/.")), 1, 12, -1).Draw(t, name)
}

func TestTheOracleReadsOurFrames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := got{Command: "MESSAGE", Body: rapid.StringN(0, 50, -1).Draw(t, "body")}
		for range rapid.IntRange(0, 6).Draw(t, "headers") {
			want.Headers = append(want.Headers, Header{text(t, "name"), text(t, "value")})
		}
		raw := Append(nil, V12, Message, want.Headers, []byte(want.Body))
		have, err := oracle(raw)
		if err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		if n := len(have.Headers); n > 0 && have.Headers[n-1].Name == "content-length" {
			have.Headers = have.Headers[:n-1]
		}
		if len(have.Headers) == 0 {
			have.Headers = nil
		}
		if d := cmp.Diff(want, have); d != "" {
			t.Fatal(d)
		}
	})
}

func TestWeReadTheFramesOfTheOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := frame.New(frame.SEND)
		want := got{Command: "SEND", Body: rapid.StringN(0, 50, -1).Draw(t, "body")}
		for range rapid.IntRange(0, 6).Draw(t, "headers") {
			h := Header{text(t, "name"), text(t, "value")}
			want.Headers = append(want.Headers, h)
			f.Header.Add(h.Name, h.Value)
		}
		f.Header.Add("content-length", strconv.Itoa(len(want.Body)))
		want.Headers = append(want.Headers, Header{"content-length", strconv.Itoa(len(want.Body))})
		f.Body = []byte(want.Body)
		var b bytes.Buffer
		if err := frame.NewWriter(&b).Write(f); err != nil {
			t.Fatal(err)
		}
		out, err := decode(wide, V12, b.String(), rapid.IntRange(1, 40).Draw(t, "piece"))
		if err != nil {
			t.Fatalf("%q: %v", b.String(), err)
		}
		if d := cmp.Diff([]got{want}, out); d != "" {
			t.Fatal(d)
		}
	})
}

// The decoder must say the same however its input is cut, never panic, and agree with go-stomp on
// whatever both accept.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		"CONNECT\naccept-version:1.2\nhost:demo\n\n\x00", "SEND\ndestination:/q\ncontent-length:3\n\na\x00b\x00",
		"\n\nSUBSCRIBE\r\nid:0\r\n\r\n\x00\n", "SEND\na\\c:\\n\\\\\n\n\x00", "SEND\n\n", "MESSAGE\na:b\n\nx\x00ACK\nid:1\n\n\x00",
	} {
		f.Add([]byte(s), 3, 3)
	}
	f.Fuzz(func(t *testing.T, in []byte, piece, version int) {
		v := Version(uint(version) % 4)
		piece = int(uint(piece)%64) + 1
		whole, err1 := decode(small, v, string(in), len(in)+1)
		cut, err2 := decode(small, v, string(in), piece)
		require.Equal(t, err1 == nil, err2 == nil)
		require.Empty(t, cmp.Diff(whole, cut))
		if err1 != nil || v != V12 || len(whole) == 0 || in[0] == '\n' || in[0] == '\r' {
			return
		}
		if whole[0].Command == "CONNECT" || whole[0].Command == "STOMP" || whole[0].Command == "CONNECTED" {
			return // go-stomp unescapes these, the protocol does not
		}
		if other, err := oracle(in); err == nil {
			if len(other.Headers) == 0 {
				other.Headers = nil
			}
			require.Empty(t, cmp.Diff(whole[0], other))
		}
	})
}

// Decoding a frame and encoding it again gives the same bytes.
func FuzzRoundTrip(f *testing.F) {
	f.Add("a:\n\r\\", "b\x00:", []byte("x\x00"), 3)
	f.Fuzz(func(t *testing.T, name, value string, body []byte, version int) {
		v := Version(uint(version)%2) + V11
		raw := Append(nil, v, Message, []Header{{"x" + name, value}}, body)
		out, err := decode(wide, v, string(raw), len(raw))
		if err != nil {
			return // not UTF-8, or above a limit
		}
		require.Len(t, out, 1)
		require.Equal(t, string(body), out[0].Body)
		again := Append(nil, v, Message, out[0].Headers, body)
		require.Equal(t, string(raw), string(again))
	})
}
