package hubclient

import (
	"strconv"
	"testing"
	"time"

	"github.com/go-stomp/stomp/v3"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/stretchr/testify/require"

	"hubstake/hub/seal"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/testkit"
)

// An attacker between hub and client keeps frames, and sends them again, later, or not at all.
func TestAFrameThatIsPlayedAgainIsRefused(t *testing.T) {
	t.Parallel()
	salt := seal.NewSalt()
	key, err := seal.Derive(make([]byte, seal.KeySize), salt[:], "sid")
	require.NoError(t, err)
	opener, err := openerOf(key[:], "sid")
	require.NoError(t, err)
	captured := func(seq uint64, destination string) *stomp.Message {
		body := seal.New(&key, "sid").Append(nil, []byte(`{"cmd":"QUEUE","data1":"in","data2":"`+strconv.FormatUint(seq, 10)+`"}`), destination, seq)
		return &stomp.Message{Destination: destination, Header: frame.NewHeader("seq", strconv.FormatUint(seq, 10)), Body: body}
	}
	const topic = "/topic/admin.demo"
	lines := make(chan *stomp.Message, 1)
	s := &Subscription{c: &Client{opener: opener, clk: clock.System{}}, sub: &stomp.Subscription{C: lines}}
	next := func(m *stomp.Message) (Message, error) {
		lines <- m
		return s.Next(t.Context())
	}
	for seq := range uint64(2) {
		m, err := next(captured(seq+1, topic))
		require.NoError(t, err)
		require.Equal(t, []any{event.Queue, strconv.FormatUint(seq+1, 10)}, []any{m.Cmd, m.Data2})
		require.WithinDuration(t, time.Now(), m.Arrived, testkit.Patience)
	}
	moved, altered, renumbered := captured(3, topic), captured(3, topic), captured(2, topic)
	moved.Destination = "/topic/admin.other"
	altered.Body[20] ^= 1
	renumbered.Header.Set("seq", "3")
	for name, m := range map[string]*stomp.Message{
		"played again": captured(2, topic), "the first again": captured(1, topic), "one was held back": captured(4, topic),
		"moved to another topic": moved, "altered": altered, "given the next number": renumbered,
	} {
		_, err := next(m)
		require.Error(t, err, name)
	}
	m, err := next(captured(3, topic))
	require.NoError(t, err, "what was refused leaves no trace")
	require.Equal(t, "3", m.Data2)
}
