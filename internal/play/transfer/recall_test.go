package transfer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/id"
	"hubstake/internal/play/transfer"
	"hubstake/internal/sim/chaos"
)

// launched gives the member a session with a game of the vendor in it, and takes everything along.
func (w *world) launched() (session string) {
	w.t.Helper()
	session = id.New()
	now := w.clk.Now()
	_, err := w.db.Exec(w.t.Context(), `
		INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('p1', 'acme', 'slot', 'Acme', 'a', '/a.svg') ON CONFLICT DO NOTHING`)
	require.NoError(w.t, err)
	_, err = w.db.Exec(w.t.Context(), `
		INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('g1', 'p1', 'g', 'g', '/a.svg') ON CONFLICT DO NOTHING`)
	require.NoError(w.t, err)
	_, err = w.db.Exec(w.t.Context(), `
		INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at) VALUES ($1, 'demo', $2, 'member', $1, 'k', $3)`,
		session, w.member, now.Add(24*time.Hour))
	require.NoError(w.t, err)
	_, err = w.db.Exec(w.t.Context(), `
		INSERT INTO game_launch (token, site_id, member_id, session_id, vendor_id, game_code, currency, created_at, expires_at)
		VALUES ($1, 'demo', $2, $3, 'acme', 'g1', 'KRW', $4, $5)`, id.New(), w.member, session, now, now.Add(2*time.Hour))
	require.NoError(w.t, err)
	wish := w.wish()
	wish.Until = now.Add(2 * time.Hour)
	o, err := w.service.In(w.t.Context(), wish, w.cash())
	require.NoError(w.t, err)
	require.Equal(w.t, transfer.Done, o.Status)
	return session
}

// Money that a game took along comes back by itself after any end of the game; while the game is open it stays.
func TestMoneyComesBackByItselfWhenTheGameIsOver(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(w *world, session string) error{
		"its window was closed": func(w *world, session string) error {
			_, err := w.db.Exec(t.Context(), `UPDATE game_launch SET closed_at = $2 WHERE session_id = $1`, session, w.clk.Now())
			return err
		},
		"its token ran out": func(w *world, _ string) error {
			w.clk.Advance(2 * time.Hour)
			return nil
		},
		"its session ended": func(w *world, session string) error {
			_, err := w.db.Exec(t.Context(), `UPDATE member_session SET state = 'ended' WHERE session_id = $1`, session)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			session := w.launched()
			require.NoError(t, w.service.Recall(t.Context(), ""))
			require.Zero(t, w.cash(), "it is being played with")
			w.play(5_000)
			require.NoError(t, end(w, session))
			require.NoError(t, w.service.Recall(t.Context(), ""))
			require.EqualValues(t, began+5_000, w.cash())
			require.Zero(t, w.there())
			w.sound()
		})
	}
}

// A vendor that is away keeps nothing for good: it is asked again until it answers.
func TestMoneyComesBackWhenTheVendorIsThereAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.launched()
	w.clk.Advance(2 * time.Hour)
	w.faults(chaos.Settings{Outage: chaos.OutageError})
	for range 3 {
		require.NoError(t, w.service.Recall(t.Context(), w.member))
		require.Zero(t, w.cash())
		w.clk.Advance(2 * time.Minute)
	}
	w.faults(chaos.Settings{})
	require.NoError(t, w.service.Recall(t.Context(), ""))
	require.EqualValues(t, began, w.cash())
	w.sound()
}

// An answer that was lost makes no second move: the order is settled by asking, and the account is left alone until then.
func TestARecallWhoseAnswerWasLostHappensOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.launched()
	w.clk.Advance(2 * time.Hour)
	w.faults(chaos.Settings{Transfer: chaos.TransferAfter, Times: 1})
	require.NoError(t, w.service.Recall(t.Context(), ""))
	require.Zero(t, w.cash(), "nobody knows yet")
	w.clk.Advance(2 * time.Minute)
	require.NoError(t, w.service.Recall(t.Context(), ""), "the order is still open")
	w.resolve()
	require.EqualValues(t, began, w.cash())
	require.NoError(t, w.service.Recall(t.Context(), ""))
	require.EqualValues(t, began, w.cash())
	w.sound()
}

// A round that ends after its game was closed pays to the vendor's wallet: that is looked for as well, and not for ever.
func TestAWinAfterTheEndOfTheGameComesBackToo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.launched()
	w.clk.Advance(2 * time.Hour)
	require.NoError(t, w.service.Recall(t.Context(), ""))
	w.play(700)
	for range 4 {
		w.clk.Advance(time.Hour)
		require.NoError(t, w.service.Recall(t.Context(), ""))
	}
	require.EqualValues(t, began+700, w.cash())
	var due int
	require.NoError(t, w.db.QueryRow(t.Context(), `SELECT count(*) FROM transfer_account WHERE recall_at IS NOT NULL`).Scan(&due))
	require.Zero(t, due, "nothing is left to look for")
	w.sound()
}

// A game that was opened again while its vendor was away is not emptied under the member's hands.
func TestAGameThatIsOpenAgainKeepsItsMoney(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.launched()
	_, err := w.db.Exec(t.Context(), `UPDATE game_launch SET closed_at = $2 WHERE session_id = $1`, first, w.clk.Now())
	require.NoError(t, err)
	w.faults(chaos.Settings{Outage: chaos.OutageError})
	require.NoError(t, w.service.Recall(t.Context(), ""))
	w.faults(chaos.Settings{})
	_, err = w.db.Exec(t.Context(), `UPDATE game_launch SET closed_at = NULL`)
	require.NoError(t, err)
	wish := w.wish()
	wish.Until = w.clk.Now().Add(time.Hour)
	require.NoError(t, w.service.Playing(t.Context(), wish))
	w.clk.Advance(10 * time.Minute)
	require.NoError(t, w.service.Recall(t.Context(), ""))
	require.EqualValues(t, began, w.there())
}

// M5: the page's close and the job's look at the same moment bring it back once.
func TestRecallsAtOnceHaveOneEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.launched()
	w.clk.Advance(2 * time.Hour)
	var g errgroup.Group
	for range 10 {
		g.Go(func() error { return w.service.Recall(t.Context(), "") })
	}
	require.NoError(t, g.Wait())
	require.EqualValues(t, began, w.cash())
	require.Zero(t, w.there())
	w.sound()
}

func TestARecallThatIsNotMadeInTimeIsMeasured(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.service.In(t.Context(), w.wish(), began)
	require.NoError(t, err)
	reg := prometheus.NewRegistry()
	reg.MustRegister(transfer.NewPendings(w.db, w.clk, zerolog.Nop(), "acme", "other"))
	for _, c := range []struct {
		due     time.Duration // before now
		tries   int
		overdue string
	}{{30 * time.Second, 0, "0"}, {2 * time.Minute, 0, "1"}, {-time.Minute, 1, "0"}, {-time.Minute, 2, "1"}} {
		_, err := w.db.Exec(t.Context(), "UPDATE transfer_account SET recall_at = $1, recall_tries = $2", w.clk.Now().Add(-c.due), c.tries)
		require.NoError(t, err)
		require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
			# HELP transfer_recalls_overdue Members whose game with the vendor is over and whose money is not back: due for over a minute, or asked for in vain more than once.
			# TYPE transfer_recalls_overdue gauge
			transfer_recalls_overdue{vendor="acme"} `+c.overdue+`
			transfer_recalls_overdue{vendor="other"} 0
		`), "transfer_recalls_overdue"), "%v", c)
	}
}
