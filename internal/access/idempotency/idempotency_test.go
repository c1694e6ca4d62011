package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/core/fault"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

const name = "0123456789abcdef"

var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

// answer is what a service may answer.
type answer struct {
	Number int64
	At     time.Time
	Name   *string
}

// desk is a table of effects and one of tries.
type desk struct {
	*testing.T
	db *pgxpool.Pool
	m  string
}

func open(t *testing.T) desk {
	t.Helper()
	t.Parallel()
	db := pgtest.DB(t)
	_, err := db.Exec(t.Context(), "CREATE TABLE effect (n bigint GENERATED ALWAYS AS IDENTITY, what text); CREATE TABLE try (n int)")
	require.NoError(t, err)
	return desk{t, db, factory.Member(t, db).MemID}
}

func (d desk) caller(name, body string) idempotency.Caller {
	k, ok := idempotency.NewKey(name, "/x", []byte(body))
	require.True(d, ok)
	return idempotency.Caller{Member: d.m, Key: k, At: noon}
}

// work writes an effect and a try, and is then refused with err.
func (d desk) work(err error) idempotency.Work[answer] {
	return idempotency.Work[answer]{
		Count: func(tx pgx.Tx) error {
			_, failed := tx.Exec(d.Context(), "INSERT INTO try VALUES (1)")
			return failed
		},
		Do: func(tx pgx.Tx) (a answer, _ error) {
			if failed := tx.QueryRow(d.Context(), "INSERT INTO effect (what) VALUES ('x') RETURNING n").Scan(&a.Number); failed != nil {
				return a, failed
			}
			a.At = noon.Add(time.Nanosecond)
			return a, err
		},
	}
}

// made counts the effects and the tries.
func (d desk) made() (n [2]int) {
	d.Helper()
	require.NoError(d, d.db.QueryRow(d.Context(), "SELECT (SELECT count(*) FROM effect), (SELECT count(*) FROM try)").Scan(&n[0], &n[1]))
	return n
}

func TestACallThatComesAgainHasOneEffectAndOneAnswer(t *testing.T) { // M12
	d := open(t)
	first, err := idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), d.work(nil))
	require.NoError(t, err)
	w := d.work(errors.New("not carried out"))
	w.Check = func() error { return errors.New("not asked") }
	again, err := idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), w)
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Equal(t, [2]int{1, 1}, d.made())

	_, err = idempotency.Do(t.Context(), d.db, d.caller(name, `{"n":1}`), d.work(nil))
	require.ErrorIs(t, err, idempotency.ErrOther)
	other, ok := idempotency.NewKey(name, "/y", []byte("{}"))
	require.True(t, ok)
	_, err = idempotency.Do(t.Context(), d.db, idempotency.Caller{Member: d.m, Key: other, At: noon}, d.work(nil))
	require.ErrorIs(t, err, idempotency.ErrOther, "the same body of another call")
	require.Equal(t, [2]int{1, 1}, d.made())

	who := d.caller(name, "{}")
	who.Member = factory.Member(t, d.db).MemID
	_, err = idempotency.Do(t.Context(), d.db, who, d.work(nil))
	require.NoError(t, err, "the key of one member says nothing about another's")
	for range 2 {
		_, err = idempotency.Do(t.Context(), d.db, idempotency.Caller{Member: d.m, At: noon}, d.work(nil))
		require.NoError(t, err)
	}
	require.Equal(t, [2]int{4, 4}, d.made(), "without a key, each is a call")
}

func TestARefusalIsAnAnswerAndItsTryIsCountedOnce(t *testing.T) {
	d := open(t)
	refusal := fault.DepositBelowMin.With("min", "10000")
	for range 2 {
		_, err := idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), d.work(fmt.Errorf("desk: %w", refusal)))
		f, ok := fault.Of(err)
		require.True(t, ok, "%v", err)
		require.Equal(t, []any{"C004", refusal.Params()}, []any{f.Code(), f.Params()})
	}
	require.Equal(t, [2]int{0, 1}, d.made())

	w := d.work(nil)
	w.Check = func() error { return fault.DepositMaintenance }
	_, err := idempotency.Do(t.Context(), d.db, d.caller(name+"2", "{}"), w)
	require.ErrorIs(t, err, fault.DepositMaintenance)
	_, err = idempotency.Do(t.Context(), d.db, d.caller(name+"2", "{}"), d.work(nil))
	require.ErrorIs(t, err, fault.DepositMaintenance, "a copy that comes late does nothing")
	require.Equal(t, [2]int{0, 1}, d.made())
}

func TestWhatFailedOrAsksToBeRepeatedIsCarriedOutAgain(t *testing.T) {
	d := open(t)
	broken := errors.New("connection lost")
	for _, err := range []error{broken, fault.TryLater} {
		_, got := idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), d.work(err))
		require.ErrorIs(t, got, err)
	}
	w := d.work(nil)
	w.Check = func() error { return fault.TryLater }
	_, err := idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), w)
	require.ErrorIs(t, err, fault.TryLater)
	require.Equal(t, [2]int{0, 1}, d.made(), "what broke off left nothing; what was refused left its try")
	_, err = idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), d.work(nil))
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 2}, d.made())
}

func TestFiftyCopiesAtOnceGetOneAnswer(t *testing.T) {
	d := open(t)
	var mu sync.Mutex
	var done sync.WaitGroup
	start, got := make(chan struct{}), map[answer]int{}
	for range 50 {
		done.Go(func() {
			<-start
			a, err := idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), d.work(nil))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				got[a]++
			}
		})
	}
	close(start)
	done.Wait()
	require.Equal(t, map[answer]int{{Number: 1, At: noon.Add(time.Nanosecond)}: 50}, got)
	require.Equal(t, [2]int{1, 1}, d.made())
}

func TestACopyWaitsForTheFirstAndTakesItsPlaceWhenItBreaksOff(t *testing.T) {
	d := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	entered, second := make(chan struct{}), make(chan error, 1)
	w := d.work(nil)
	w.Count = func(pgx.Tx) error {
		close(entered)
		<-ctx.Done()
		return ctx.Err()
	}
	go func() {
		<-entered
		_, err := idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), d.work(nil))
		second <- err
	}()
	go func() { // the first one's caller goes away once the copy waits for its lock
		for waiting := 0; waiting == 0 && t.Context().Err() == nil; {
			_ = d.db.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waiting)
		}
		cancel()
	}()
	_, err := idempotency.Do(ctx, d.db, d.caller(name, "{}"), w)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, <-second)
	require.Equal(t, [2]int{1, 1}, d.made())
}

func TestOldAnswersAreForgotten(t *testing.T) {
	d := open(t)
	old, young := d.caller(name, "{}"), d.caller(name+"2", "{}")
	old.At = noon.Add(-idempotency.Kept - time.Second)
	for _, who := range []idempotency.Caller{old, young} {
		_, err := idempotency.Do(t.Context(), d.db, who, d.work(nil))
		require.NoError(t, err)
	}
	n, err := idempotency.Prune(t.Context(), d.db, noon)
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	var left int
	require.NoError(t, d.db.QueryRow(t.Context(), "SELECT count(*) FROM once_answer WHERE at = $1", noon).Scan(&left))
	require.Equal(t, 1, left)
}

func TestWhatNamesACall(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "short", "0123456789abcde", "0123456789abcde!", "0123456789abcdé", string(make([]byte, 65))} {
		_, ok := idempotency.NewKey(s, "/x", nil)
		require.False(t, ok, s)
	}
	_, ok := idempotency.NewKey("3f1c9a52-7d1e-4b8e-9f3a-1f2e3d4c5b6a", "/x", nil)
	require.True(t, ok)
}

// A body may hold a PIN of four digits: who reads the table and knows the rest of the body must not find it by trying.
func TestTheTableDoesNotGiveABodyAway(t *testing.T) {
	d := open(t)
	_, err := idempotency.Do(t.Context(), d.db, d.caller(name, "{}"), d.work(nil))
	require.NoError(t, err)
	var row string
	require.NoError(t, d.db.QueryRow(t.Context(), "SELECT o::text || convert_from(key, 'LATIN1') FROM once_answer o").Scan(&row))
	require.NotContains(t, row, name, "the print is an HMAC under the name, which is therefore not kept")
}
