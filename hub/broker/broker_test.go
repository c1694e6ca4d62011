package broker

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// box is a Peer that keeps what it gets.
type box struct{ got []string }

func (b *box) Deliver(subscription string, _ bool, m *Message) {
	b.got = append(b.got, subscription+":"+string(m.Body))
}

func (b *box) Flush() {}

func (b *box) take() []string {
	got := b.got
	b.got = nil
	return got
}

func TestTopicGoesToAllQueueInTurn(t *testing.T) {
	t.Parallel()
	b := New()
	x, y := &box{}, &box{}
	cx, cy := b.Join(x), b.Join(y)
	require.NoError(t, cx.Subscribe("1", "/topic/a", Auto))
	require.NoError(t, cy.Subscribe("1", "/topic/a", Auto))
	require.NoError(t, cx.Send("/topic/a", nil, []byte("m")))
	require.Equal(t, []string{"1:m"}, x.take())
	require.Equal(t, []string{"1:m"}, y.take())
	require.NoError(t, cx.Send("/queue/a", nil, []byte("kept")))
	require.NoError(t, cx.Subscribe("q", "/queue/a", Auto))
	require.NoError(t, cy.Subscribe("q", "/queue/a", Auto))
	require.NoError(t, cx.Send("/queue/a", nil, []byte("1")))
	require.NoError(t, cx.Send("/queue/a", nil, []byte("2")))
	require.Equal(t, 3, len(x.got)+len(y.got))
	require.NotEmpty(t, x.take())
	require.NotEmpty(t, y.take())
	cy.Leave()
	cx.Leave()
	require.Empty(t, b.subs)
	require.Empty(t, b.queues)
}

func TestAcknowledgements(t *testing.T) {
	t.Parallel()
	b := New()
	x := &box{}
	c := b.Join(x)
	require.NoError(t, c.Subscribe("q", "/queue/a", Cumulative))
	for _, m := range []string{"a", "b", "c"} {
		require.NoError(t, c.Send("/queue/a", nil, []byte(m)))
	}
	require.Equal(t, []string{"q:a", "q:b", "q:c"}, x.take())
	require.NoError(t, c.Acknowledge("", AckID("q", "2"), false), "and what came before")
	require.ErrorIs(t, c.Acknowledge("q", "1", false), ErrUnknownAck)
	require.ErrorIs(t, c.Acknowledge("other", "3", false), ErrUnknownAck)
	require.NoError(t, c.Acknowledge("q", "3", true))
	require.Equal(t, []string{"q:c"}, x.take(), "a refused message comes again")
	c.Unsubscribe("q")
	c.Unsubscribe("q")
	require.NoError(t, c.Subscribe("r", "/queue/a", Individual))
	require.Equal(t, []string{"r:c"}, x.take(), "what was not acknowledged goes to the next")
	require.NoError(t, c.Acknowledge("", "3", false))
	c.Leave()
	require.Empty(t, b.queues)
}

func TestDestinations(t *testing.T) {
	t.Parallel()
	c := New().Join(&box{})
	for _, d := range []string{"", "/", "/topic/", "/queue/", "/topic/*", "/queue/a.#", "/topic/>", "topic/a", "/other/a"} {
		require.ErrorIs(t, c.Subscribe("1", d, Auto), ErrDestination, d)
		require.ErrorIs(t, c.Send(d, nil, nil), ErrDestination, d)
	}
}

func TestQueuesAreBounded(t *testing.T) {
	t.Parallel()
	c := New().Join(&box{})
	for range maxQueue {
		require.NoError(t, c.Send("/queue/a", nil, nil))
	}
	require.ErrorIs(t, c.Send("/queue/a", nil, nil), ErrFull)
}

// A reader that never acknowledges gets maxUnacked messages of a queue and one more for each acknowledgement; other readers are
// served meanwhile. Topics wait for no reader and remember at most maxUnacked messages for each.
func TestAReaderThatNeverAcknowledgesDelaysOnlyItself(t *testing.T) {
	t.Parallel()
	b := New()
	x := &box{}
	c := b.Join(x)
	require.NoError(t, c.Subscribe("q", "/queue/a", Individual))
	for range maxUnacked + 2 {
		require.NoError(t, c.Send("/queue/a", nil, []byte("m")))
	}
	require.Len(t, x.take(), maxUnacked)
	require.Equal(t, maxUnacked+2, b.held)
	require.NoError(t, c.Acknowledge("q", "1", false))
	require.Len(t, x.take(), 1)
	y := &box{}
	other := b.Join(y)
	require.NoError(t, other.Subscribe("q", "/queue/a", Auto))
	require.Len(t, y.take(), 1, "others are served meanwhile")
	c.Leave()
	require.Len(t, y.take(), maxUnacked)
	require.Zero(t, b.held)
	require.Empty(t, b.queues)

	require.NoError(t, c.Subscribe("t", "/topic/a", Cumulative))
	for range maxUnacked + 5 {
		require.NoError(t, c.Send("/topic/a", nil, []byte("m")))
	}
	require.Len(t, x.take(), maxUnacked+5, "a topic waits for nobody")
	require.Len(t, c.subs["t"].unacked, maxUnacked)
	require.Zero(t, b.held)
}

func TestBodiesThatWaitAreBounded(t *testing.T) {
	t.Parallel()
	b := New()
	c := b.Join(&box{})
	body := make([]byte, 16<<20) // the same one each time: only its length counts
	for range maxHeld / len(body) {
		require.NoError(t, c.Send("/queue/a", nil, body))
	}
	require.ErrorIs(t, c.Send("/queue/b", nil, []byte("x")), ErrFull)
	require.NoError(t, c.Subscribe("1", "/queue/a", Auto))
	require.NoError(t, c.Send("/queue/b", nil, []byte("x")))
}
