package bet_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/testkit/bettest"
)

// ids are those of bets, in their order.
func ids(list []bet.Running) (all []string) {
	for _, r := range list {
		all = append(all, r.ID)
	}
	return all
}

func TestRunningBetsAreTheNewestThatHaveNotEnded(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Match("L1", -time.Hour, fixture.Live)
	m := b.Member(1_000_000)
	running := func(count int) []bet.Running {
		t.Helper()
		list, err := b.Bets.Running(t.Context(), m, count)
		require.NoError(t, err)
		return list
	}
	require.Empty(t, running(10))
	folder, single := b.Place(m, 10_000, b.Home("M1"), b.Home("M2")), b.Place(m, 11_000, b.Home("M1"))
	waits := b.Place(m, 12_000, b.Home("L1"))
	b.Place(b.Member(100_000), 10_000, b.Home("M1"))
	gone := b.Place(m, 13_000, b.Home("M2"))
	require.NoError(t, b.Bets.Cancel(t.Context(), m, "KRW", gone.ID, ""))

	list := running(10)
	require.Equal(t, []string{waits.ID, single.ID, folder.ID}, ids(list))
	require.Equal(t, []string{waits.ID, single.ID}, ids(running(2)))
	require.Equal(t, []any{bet.Waiting, true, true}, []any{list[0].State, list[0].DueAt != nil, list[0].CancelUntil == nil})
	found, err := b.Bets.Find(t.Context(), m, folder.ID)
	require.NoError(t, err)
	require.Equal(t, found, list[2].Bet)
	require.Len(t, found.Legs, 2)
	require.Equal(t, []any{odds.OneXTwo, fixture.Scheduled}, []any{found.Legs[1].Kind, found.Legs[1].State})
	var round int64
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT id FROM casino_round WHERE round_id = $1`, folder.ID).Scan(&round))
	require.Equal(t, round, list[2].Round)
}

// D-23: the moment that is shown is the one by which a cancellation is decided.
func TestUntilWhenABetMayBeCancelledIsShown(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	b.Match("far", 2*time.Hour, fixture.Scheduled)
	b.Match("near", 12*time.Minute, fixture.Scheduled)
	b.Match("close", 9*time.Minute, fixture.Scheduled)
	b.Match("soon", 2*time.Hour, fixture.Scheduled)
	m := b.Member(1_000_000)
	until := func(id string) *time.Time {
		t.Helper()
		list, err := b.Bets.Running(t.Context(), m, 50)
		require.NoError(t, err)
		for _, r := range list {
			if r.ID == id {
				return r.CancelUntil
			}
		}
		require.Fail(t, "it does not run", id)
		return nil
	}
	shift := func(id, by string) {
		t.Helper()
		_, err := b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - $2::interval WHERE id = $1`, id, by)
		require.NoError(t, err)
	}
	far := b.Place(m, 5_000, b.Home("far")).ID
	found, err := b.Bets.Find(t.Context(), m, far)
	require.NoError(t, err)
	require.Equal(t, found.PlacedAt.Add(5*time.Minute), *until(far))
	near := b.Place(m, 5_001, b.Home("far"), b.Home("near")).ID
	found, err = b.Bets.Find(t.Context(), m, near)
	require.NoError(t, err)
	require.Equal(t, found.Begins.Add(-10*time.Minute), *until(near), "the first match decides")
	require.Nil(t, until(b.Place(m, 5_002, b.Home("far"), b.Home("close")).ID), "too close to the start")
	begun := b.Place(m, 5_003, b.Home("soon")).ID
	require.NotNil(t, until(begun))
	b.Apply(b.Event("soon", 2*time.Hour, fixture.Live, odds.Score{}))
	require.Nil(t, until(begun), "its match is in play")
	shift(far, "299 s")
	require.NotNil(t, until(far))
	shift(far, "2 s")
	require.Nil(t, until(far), "five minutes are over")

	for n := range 3 {
		require.NotNil(t, until(near))
		extra := b.Place(m, 6_000, b.Home("near"))
		require.NoError(t, b.Bets.Cancel(t.Context(), m, "KRW", extra.ID, ""))
		shift(extra.ID, "4 s")
		require.Equal(t, n == 2, until(near) == nil, "three a day")
	}
	require.ErrorIs(t, b.Bets.Cancel(t.Context(), m, "KRW", near, ""), bet.ErrOften)
	b.Sound()
}

// A member's many bets that ended are not read to find the few that run.
func TestRunningBetsAreFoundAmongManyThatEnded(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(1_000_000)
	oldest := b.Place(m, 10_000, b.Home("M1"))
	_, err := b.DB.Exec(t.Context(), `
		INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at, closed_at)
		SELECT 'house', 'old' || n, $1, $2, 'sportsbook', 'KRW', 1, 10000, 0, 'closed', 0, 0, now() - n * interval '1 minute', now() FROM generate_series(1, 20000) n`, m, b.Site)
	require.NoError(t, err)
	_, err = b.DB.Exec(t.Context(), `
		INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at, ended_at)
		SELECT 'old' || n, $2, $1, 'KRW', 10000, 20000, 20000, 2000, 1000, false, 'none', '', 'lost', now() - n * interval '1 minute', now() FROM generate_series(1, 20000) n`, m, b.Site)
	require.NoError(t, err)
	_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = now() - interval '90 days' WHERE id = $1`, oldest.ID)
	require.NoError(t, err)
	_, err = b.DB.Exec(t.Context(), `ANALYZE casino_round, bet_bet, bet_running`)
	require.NoError(t, err)
	list, err := b.Bets.Running(t.Context(), m, 50)
	require.NoError(t, err)
	require.Equal(t, []string{oldest.ID}, ids(list))

	var text []byte
	require.NoError(t, b.DB.QueryRow(t.Context(), `
		EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT o.round, b.* FROM bet_open($1, $2) o JOIN bet_bet b ON b.id = o.id ORDER BY b.placed_at DESC, o.round DESC`, m, 50).Scan(&text))
	var plans []struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}
	require.NoError(t, json.Unmarshal(text, &plans))
	require.Less(t, plans[0].Plan.Hit+plans[0].Plan.Read, 20, "blocks; %s", text)
}

// S-71: the rules under which a bet was accepted are those that the site showed then, whatever it publishes later.
func TestABetIsUnderTheHouseRulesOfItsMoment(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(1_000_000)
	publish := func(kind string, version int) {
		t.Helper()
		_, err := b.DB.Exec(t.Context(), `INSERT INTO content_document (site_id, kind, version, published_at, published_by)
			SELECT site_id, $2, $3, now(), 'staff' FROM member_member WHERE member_id = $1`, m, kind, version)
		require.NoError(t, err)
	}
	rules := func(r bet.Receipt) int {
		t.Helper()
		found, err := b.Bets.Find(t.Context(), m, r.ID)
		require.NoError(t, err)
		return found.Rules
	}
	before := b.Place(m, 10_000, b.Home("M1"))
	publish("rules", 1)
	publish("betting", 9)
	first := b.Place(m, 11_000, b.Home("M1"))
	publish("rules", 2)
	second := b.Place(m, 12_000, b.Home("M1"))
	require.Equal(t, []int{0, 1, 2}, []int{rules(before), rules(first), rules(second)})
}
