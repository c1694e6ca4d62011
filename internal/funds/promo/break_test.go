package promo_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"hubstake/internal/funds/promo"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// gifts is a site with all that a member can take, and a member who could take each of them.
func gifts(t *testing.T) (w world, who, friend promo.Who, code string, gift int64) {
	t.Helper()
	w = open(t, giving)
	rich := func(m *factory.M) { m.Points = 90_000 }
	who, friend = w.member(rich), w.member(rich)
	require.NoError(t, w.a.SaveAttendance(t.Context(), staff, "demo", promo.Form{}, attendance))
	require.NoError(t, w.a.SaveWheel(t.Context(), staff, "demo", promo.Form{}, promo.Wheel{
		Active: true, Prizes: []promo.Prize{{Label: "a", Points: 10, Weight: 1}, {Label: "b", Points: 20, Weight: 1}},
	}))
	code = w.code(who, func(i *promo.Issue) { i.Giftable = true })
	g, err := w.a.GiftPoints(t.Context(), staff, "demo", pointTransfer(who, 7_000), 30)
	require.NoError(t, err)
	return w, who, friend, code, g.ID
}

// S-42: a member in a break or an exclusion takes and receives no promotions, and another member's call does not learn why.
func TestWhoRestsIsGivenNothing(t *testing.T) {
	w, who, friend, code, gift := gifts(t)
	theirs := w.code(friend, func(i *promo.Issue) { i.Giftable = true })
	letters := "SELECT title FROM message_message WHERE member_id = $1"
	before := len(w.strings(letters, who.Member))
	for _, rest := range []string{
		"timeout_until = $2", "status = 'excluded', timeout_until = NULL, excluded_until = $2",
		"status = 'excluded', excluded_until = $2::timestamptz - interval '2 hours'", // which staff has not lifted
	} {
		master(w, "UPDATE member_member SET "+rest+" WHERE member_id = $1", who.Member, noon.Add(time.Hour))
		for name, err := range map[string]error{
			"check in": third(w.a.CheckIn(t.Context(), who)),
			"wheel":    second(w.a.Wheel(t.Context(), who)),
			"spin":     third(w.a.Spin(t.Context(), who, "")),
			"coupon":   third(w.a.UseCoupon(t.Context(), who, code)),
			"give":     w.a.GiveCoupon(t.Context(), who, code, friend.Member),
			"take":     second(w.a.TakeGift(t.Context(), who, gift)),
			"send":     third(w.a.SendPoints(t.Context(), who, pointTransfer(friend, 10_000))),
			"issue":    second(w.a.IssueCoupons(t.Context(), staff, "demo", issue("request-rest", friend.Member, who.Member))),
			"gift":     second(w.a.GiftPoints(t.Context(), staff, "demo", pointTransfer(who, 1_000), 3)),
		} {
			require.Error(t, err, "%s: %s", rest, name)
			w.refused("U033", err)
		}
		w.refused("C019", w.a.GiveCoupon(t.Context(), friend, theirs, who.Member))
		w.refused("C019", third(w.a.SendPoints(t.Context(), friend, pointTransfer(who, 10_000))))
	}
	require.Empty(t, w.ledger(who))
	require.Empty(t, w.ledger(friend))
	require.Len(t, w.strings(letters, who.Member), before, "and is not written to (S-41)")
	require.Len(t, w.strings(letters, friend.Member), 1, "what was refused issued nothing to others either")

	// Afterwards all of it is there still.
	master(w, "UPDATE member_member SET status = 'normal' WHERE member_id = $1", who.Member)
	w.clk.Advance(time.Hour)
	require.NoError(t, third(w.a.CheckIn(t.Context(), who)))
	require.NoError(t, third(w.a.Spin(t.Context(), who, "")))
	require.NoError(t, third(w.a.UseCoupon(t.Context(), who, code)))
	require.NoError(t, second(w.a.TakeGift(t.Context(), who, gift)))
	w.sound()
}

func second[A any](_ A, err error) error { return err }

func third[A, B any](_ A, _ B, err error) error { return err }

// master changes what the database keeps from being changed.
func master(w world, sql string, args ...any) {
	w.Helper()
	tx, err := w.db.Begin(w.Context())
	require.NoError(w, err)
	defer func() { _ = tx.Rollback(w.Context()) }()
	_, err = tx.Exec(w.Context(), "ALTER TABLE member_member DISABLE TRIGGER USER")
	require.NoError(w, err)
	_, err = tx.Exec(w.Context(), sql, args...)
	require.NoError(w, err)
	_, err = tx.Exec(w.Context(), "ALTER TABLE member_member ENABLE TRIGGER USER")
	require.NoError(w, err)
	require.NoError(w, tx.Commit(w.Context()))
}

// A break that begins while a coupon is on its way waits for it, so that nothing is given after it is there.
func TestABreakWaitsForWhatIsBeingGiven(t *testing.T) {
	w, who, _, code, _ := gifts(t)
	hold, err := w.db.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = hold.Rollback(t.Context()) }()
	_, err = hold.Exec(t.Context(), "SELECT FROM promo_coupon WHERE code = $1 FOR UPDATE", code)
	require.NoError(t, err)
	used := make(chan error, 1)
	go func() {
		_, _, err := w.a.UseCoupon(t.Context(), who, code)
		used <- err
	}()
	testkit.Eventually(t, func() bool {
		return len(w.strings("SELECT pid::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")) == 1
	})
	_, err = w.db.Exec(t.Context(), "SELECT FROM member_member WHERE member_id = $1 FOR UPDATE NOWAIT", who.Member) // as a break locks it
	var refused *pgconn.PgError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "55P03", refused.Code, "the row is held: the break waits")
	require.NoError(t, hold.Rollback(t.Context()))
	require.NoError(t, <-used)
	require.True(t, strings.HasPrefix(w.ledger(who)[0], "cash coupon"))
}
