package member_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// held is a world that notes how long tries were held back.
func held(t *testing.T) (*world, func() []time.Duration) {
	t.Helper()
	w := newWorld(t, nil)
	var mu sync.Mutex
	var waits []time.Duration
	k := w.s.Keys
	k.Pause = func(_ context.Context, d time.Duration) error {
		mu.Lock()
		defer mu.Unlock()
		waits = append(waits, d)
		return nil
	}
	w.s = member.New(w.db, w.clk, site.New(w.db, w.clk), k)
	return w, func() []time.Duration {
		mu.Lock()
		defer mu.Unlock()
		out := waits
		waits = nil
		return out
	}
}

func ms(n ...int) []time.Duration {
	out := make([]time.Duration, len(n))
	for i, v := range n {
		out[i] = time.Duration(v) * time.Millisecond
	}
	return out
}

// D-07: from the third wrong password in 30 minutes the next one waits, longer each time; an id that does not exist waits
// as long (D-08), and so does the right password.
func TestWrongPasswordsWaitLongerEachTime(t *testing.T) {
	t.Parallel()
	w, waits := held(t)
	m := factory.Member(t, w.db)
	for _, id := range []string{m.MemID, "nobody77"} {
		for range 9 {
			_, err := w.login(t.Context(), id, "Wrong1234")
			require.Error(t, err)
		}
		require.Equal(t, ms(0, 0, 0, 250, 500, 1000, 2000, 4000), waits(), "the ninth is locked out and waits for nothing")
	}

	m = factory.Member(t, w.db)
	try := func(password string) error { _, err := w.login(t.Context(), m.MemID, password); return err }
	for range 4 {
		require.ErrorIs(t, try("Wrong1234"), fault.WrongPassword)
	}
	require.NoError(t, try(factory.Password))
	require.ErrorIs(t, try("Wrong1234"), fault.WrongPassword)
	require.Equal(t, ms(0, 0, 0, 250, 500, 0), waits(), "and the right one ends the row")
	require.ErrorIs(t, try("Wrong1234"), fault.WrongPassword)
	require.ErrorIs(t, try("Wrong1234"), fault.WrongPassword)
	w.clk.Advance(30 * time.Minute)
	require.ErrorIs(t, try("Wrong1234"), fault.WrongPassword)
	require.Equal(t, ms(0, 0, 0), waits(), "half an hour later it is another row")
	w.clk.Advance(29 * time.Minute)
	for range 3 {
		require.ErrorIs(t, try("Wrong1234"), fault.WrongPassword)
	}
	require.Equal(t, ms(0, 0, 250), waits())
	require.ErrorIs(t, try("Wrong1234"), fault.AccountLocked, "but the lock counts all of them")
}

// A try that was given up while it was held back was not looked at: it does not count.
func TestATryThatIsGivenUpDoesNotCount(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	gone, leave := context.WithCancel(t.Context())
	k := w.s.Keys
	k.Pause = func(ctx context.Context, d time.Duration) error {
		if d > 0 {
			leave()
		}
		return ctx.Err()
	}
	w.s = member.New(w.db, w.clk, site.New(w.db, w.clk), k)
	m := factory.Member(t, w.db)
	for range 3 {
		_, err := w.login(t.Context(), m.MemID, "Wrong1234")
		require.ErrorIs(t, err, fault.WrongPassword)
	}
	_, err := w.login(gone, m.MemID, factory.Password)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 3, one[int](t, w, "SELECT pass_failures FROM member_member WHERE member_id = $1", m.MemID))
	k.Pause = nil // the real one
	w.s = member.New(w.db, w.clk, site.New(w.db, w.clk), k)
	start := time.Now()
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	require.GreaterOrEqual(t, time.Since(start), 250*time.Millisecond)
}

func TestRowsOfIDsThatDoNotExistAreForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	_, err := w.login(t.Context(), "nobody77", "Wrong1234")
	require.ErrorIs(t, err, fault.WrongPassword)
	w.clk.Advance(45 * 24 * time.Hour)
	_, err = w.login(t.Context(), "nobody88", "Wrong1234")
	require.ErrorIs(t, err, fault.WrongPassword)
	w.exec(t, "INSERT INTO member_shadow (member_id, failures, at) SELECT 'old' || n, 1, '2020-01-01' FROM generate_series(1, 2500) n")
	w.clk.Advance(46 * 24 * time.Hour)
	n, err := w.s.PruneUnknownIDs(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 2501, n)
	require.Equal(t, "member:demo:nobody88", one[string](t, w, "SELECT member_id FROM member_shadow"))
}
