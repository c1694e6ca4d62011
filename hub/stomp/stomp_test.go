package stomp

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

var small = &Limits{Frame: 512, Headers: 5, Line: 64}

// got is a frame copied out of the decoder.
type got struct {
	Command string
	Headers []Header
	Body    string
}

func copyOf(f *Frame) got {
	g := got{Command: f.Command.String(), Body: string(f.Body)}
	for _, h := range f.Fields {
		g.Headers = append(g.Headers, Header{string(h.Name), string(h.Value)})
	}
	return g
}

// decode feeds in in pieces of that size.
func decode(lim *Limits, v Version, in string, piece int) (out []got, err error) {
	d := NewDecoder(lim)
	d.Agree(v)
	for len(in) > 0 && err == nil {
		n := min(piece, len(in))
		err = d.Feed([]byte(in[:n]), func(f *Frame) error {
			out = append(out, copyOf(f))
			return nil
		})
		in = in[n:]
	}
	return out, err
}

func TestDecodeFrames(t *testing.T) {
	t.Parallel()
	h := func(kv ...string) (hs []Header) {
		for i := 0; i < len(kv); i += 2 {
			hs = append(hs, Header{kv[i], kv[i+1]})
		}
		return hs
	}
	for name, c := range map[string]struct {
		v    Version
		in   string
		want []got
	}{
		"one frame":                      {V12, "SEND\ndestination:/q\n\nhello\x00", []got{{"SEND", h("destination", "/q"), "hello"}}},
		"two frames in one message":      {V12, "BEGIN\ntransaction:1\n\n\x00ABORT\ntransaction:1\n\n\x00", []got{{"BEGIN", h("transaction", "1"), ""}, {"ABORT", h("transaction", "1"), ""}}},
		"heart-beats around":             {V12, "\n\r\n\nDISCONNECT\n\n\x00\n\n", []got{{"DISCONNECT", nil, ""}}},
		"CRLF in 1.2":                    {V12, "SEND\r\ndestination:/q\r\n\r\nhello\x00", []got{{"SEND", h("destination", "/q"), "hello"}}},
		"CRLF in CONNECT":                {Unknown, "CONNECT\r\nhost:a\r\n\r\n\x00\r\n", []got{{"CONNECT", h("host", "a"), ""}}},
		"content-length with NUL":        {V12, "SEND\ncontent-length:3\n\na\x00b\x00", []got{{"SEND", h("content-length", "3"), "a\x00b"}}},
		"content-length zero":            {V12, "SEND\ncontent-length:0\n\n\x00", []got{{"SEND", h("content-length", "0"), ""}}},
		"first content-length counts":    {V12, "SEND\ncontent-length:1\ncontent-length:9\n\na\x00", []got{{"SEND", h("content-length", "1", "content-length", "9"), "a"}}},
		"escapes of 1.2":                 {V12, "SEND\na\\cb:\\n\\r\\c\\\\x\n\n\x00", []got{{"SEND", h("a:b", "\n\r:\\x"), ""}}},
		"escapes of 1.1":                 {V11, "SEND\na\\cb:\\n\\c\\\\x\n\n\x00", []got{{"SEND", h("a:b", "\n:\\x"), ""}}},
		"no escapes in 1.0":              {V10, "SEND\na:\\n\\c\\t\n\n\x00", []got{{"SEND", h("a", `\n\c\t`), ""}}},
		"blanks of 1.0":                  {V10, "SEND\nlogin: me \n\n\x00", []got{{"SEND", h("login", "me"), ""}}},
		"blanks of 1.2 are data":         {V12, "SEND\nlogin: me \n\n\x00", []got{{"SEND", h("login", " me "), ""}}},
		"CONNECT is not unescaped":       {Unknown, "CONNECT\npasscode:a\\tb\\n\n\n\x00", []got{{"CONNECT", h("passcode", `a\tb\n`), ""}}},
		"colon in a value":               {V12, "SEND\na:b:c\n\n\x00", []got{{"SEND", h("a", "b:c"), ""}}},
		"empty value":                    {V12, "SEND\na:\n\n\x00", []got{{"SEND", h("a", ""), ""}}},
		"repeated header keeps order":    {V12, "SEND\na:1\na:2\n\n\x00", []got{{"SEND", h("a", "1", "a", "2"), ""}}},
		"line ends inside a body":        {V12, "SEND\n\n\n\n\r\n\x00\n", []got{{"SEND", nil, "\n\n\r\n"}}},
		"carriage return is data in 1.1": {V11, "SEND\na:b\r\n\n\x00", []got{{"SEND", h("a", "b\r"), ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, piece := range []int{1, 2, 7, len(c.in)} {
				out, err := decode(small, c.v, c.in, piece)
				require.NoError(t, err)
				require.Empty(t, cmp.Diff(c.want, out), "pieces of %d", piece)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 600)
	for name, c := range map[string]struct {
		v    Version
		in   string
		kind string
	}{
		"unknown command":              {V12, "HELLO\n\n\x00", kindCommand},
		"lower case command":           {V12, "send\n\n\x00", kindCommand},
		"NUL in the headers":           {V12, "SEND\na:b\x00\n\n\x00", kindHeader},
		"no colon":                     {V12, "SEND\nab\n\n\x00", kindHeader},
		"no name":                      {V12, "SEND\n:b\n\n\x00", kindHeader},
		"header not UTF-8":             {V12, "SEND\na:\xff\n\n\x00", kindHeader},
		"undefined escape":             {V12, "SEND\na:\\t\n\n\x00", kindEscape},
		"escape cut off":               {V12, "SEND\na:b\\\n\n\x00", kindEscape},
		"\\r before 1.2":               {V11, "SEND\na:\\r\n\n\x00", kindEscape},
		"bare carriage return in 1.2":  {V12, "SEND\na:b\rc\n\n\x00", kindEscape},
		"body of SUBSCRIBE":            {V12, "SUBSCRIBE\nid:1\n\nbody\x00", kindBody},
		"content-length negative":      {V12, "SEND\ncontent-length:-1\n\n\x00", kindLength},
		"content-length empty":         {V12, "SEND\ncontent-length:\n\n\x00", kindLength},
		"content-length 10^12":         {V12, "SEND\ncontent-length:1000000000000\n\n", kindSize},
		"content-length 10^30":         {V12, "SEND\ncontent-length:1" + strings.Repeat("0", 30) + "\n\n", kindSize},
		"content-length too small":     {V12, "SEND\ncontent-length:1\n\nabc\x00", kindLength},
		"NUL in a body without length": {V12, "SEND\n\na\x00b\x00\n\n\x00", kindHeader},
		"command without an end":       {V12, long, kindSize},
		"header without an end":        {V12, "SEND\na:" + long, kindSize},
		"headers without an end":       {V12, "SEND\n" + strings.Repeat("a:b\n", 6), kindSize},
		"body without an end":          {V12, "SEND\n\n" + long, kindSize},
		"body one too long":            {V12, "SEND\n\n" + strings.Repeat("x", 506) + "\x00", kindSize},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, piece := range []int{1, 13, len(c.in)} {
				_, err := decode(small, c.v, c.in, piece)
				var se *SyntaxError
				require.ErrorAs(t, err, &se, "pieces of %d", piece)
				require.Equal(t, c.kind, se.Kind)
				require.Contains(t, Kinds(), se.Kind)
			}
		})
	}
}

func TestDecodeAcceptsFramesWithinTheLimits(t *testing.T) {
	t.Parallel()
	in := "SEND\n\n" + strings.Repeat("x", 505) + "\x00"
	require.Len(t, in, small.Frame)
	out, err := decode(small, V12, in, 1)
	require.NoError(t, err)
	require.Len(t, out, 1)

	in = "SEND\n" + strings.Repeat("a:b\n", 5) + "\n\x00"
	out, err = decode(small, V12, in, 3)
	require.NoError(t, err)
	require.Len(t, out[0].Headers, 5)

	in = "SEND\na:" + strings.Repeat("b", 62) + "\n\n\x00"
	_, err = decode(small, V12, in, 1)
	require.NoError(t, err)
}

func TestErrorQuotesTheReceipt(t *testing.T) {
	t.Parallel()
	_, err := decode(small, V12, "SEND\nreceipt:r-7\nx\n\n\x00", 4)
	var se *SyntaxError
	require.ErrorAs(t, err, &se)
	require.Equal(t, "r-7", se.Receipt)
}

func TestDecoderHoldsNothingWhenIdle(t *testing.T) {
	t.Parallel()
	d := NewDecoder(small)
	none := func(*Frame) error { return nil }
	require.NoError(t, d.Feed([]byte("CONNECT\nhost:"), none))
	require.NotZero(t, d.Pending())
	require.NoError(t, d.Feed([]byte("a\n\n\x00\n"), none))
	require.Zero(t, d.Pending())
	require.Nil(t, d.buf)
}

func TestHandlerErrorStopsBetweenFrames(t *testing.T) {
	t.Parallel()
	d := NewDecoder(small)
	stop := errors.New("stop")
	n := 0
	err := d.Feed([]byte("BEGIN\n\n\x00BEGIN\n\n\x00"), func(*Frame) error { n++; return stop })
	require.ErrorIs(t, err, stop)
	require.Equal(t, 1, n)
	require.Equal(t, "BEGIN\n\n\x00", string(d.Rest()))
	require.Empty(t, d.Rest())
	require.NoError(t, d.Feed([]byte("\nABORT\n\n\x00"), func(*Frame) error { n++; return nil }))
	require.Equal(t, 2, n)
}

func TestHeaderInjectionIsEscaped(t *testing.T) {
	t.Parallel()
	evil := "nick\nreceipt:x\r\n\x00:y\\"
	for _, v := range []Version{V10, V11, V12} {
		for _, c := range []Command{Message, Connected} {
			b := Append(nil, v, c, []Header{{"title:\n", evil}, {"last", "1"}}, nil)
			out, err := decode(&Limits{Frame: 4096, Headers: 9, Line: 999}, v, string(b), 5)
			require.NoError(t, err, "%s %s %q", v, c, b)
			require.Len(t, out, 1)
			require.Len(t, out[0].Headers, 2, "%s %s %q", v, c, b)
			if v == V12 && c == Message {
				require.Equal(t, strings.ReplaceAll(evil, "\x00", " "), out[0].Headers[0].Value)
			}
		}
	}
}

func TestNegotiate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		accept  string
		present bool
		want    Version
	}{
		{"", false, V10},
		{"1.0", true, V10},
		{"1.0,1.1", true, V11},
		{"1.2,1.0", true, V12},
		{"1.1, 1.2", true, V12},
		{"2.0", true, Unknown},
		{"", true, Unknown},
		{"1.3,1.1", true, V11},
	} {
		v, ok := Negotiate(c.accept, c.present)
		require.Equal(t, c.want, v, c.accept)
		require.Equal(t, c.want != Unknown, ok)
	}
}

func TestCommandNames(t *testing.T) {
	t.Parallel()
	require.Len(t, CommandNames(), 11)
	for _, n := range CommandNames() {
		require.True(t, commandOf([]byte(n)).Client())
	}
	require.Equal(t, Other, commandOf([]byte("")))
	require.False(t, Message.Client())
}

func BenchmarkDecode(b *testing.B) {
	in := []byte("SUBSCRIBE\nid:0\nack:auto\ndestination:/topic/abcdefghijklmnopqrstuv\nreceipt:s0\n\n\x00")
	d := NewDecoder(&Limits{Frame: 65536, Headers: 64, Line: 8192})
	d.Agree(V12)
	buf := make([]byte, len(in))
	b.ReportAllocs()
	for b.Loop() {
		copy(buf, in)
		_ = d.Feed(buf, func(*Frame) error { return nil })
	}
}

func BenchmarkAppend(b *testing.B) {
	hs := []Header{{"subscription", "0"}, {"destination", "/topic/abcdefghijklmnopqrstuv"}, {"seq", strconv.Itoa(77)}}
	body := []byte(strings.Repeat("x", 200))
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = Append(buf[:0], V12, Message, hs, body)
	}
}
