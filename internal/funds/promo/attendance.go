package promo

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
)

// Visit is a day on which a member checked in.
type Visit struct {
	Day    time.Time // midnight UTC
	Streak int       // the n-th day in a row
	Points money.Amount
}

// Month is a month of a member's attendance.
type Month struct {
	Setting Attendance
	Today   time.Time // on the site's clock, midnight UTC
	Done    bool      // checked in today
	Next    Visit     // what checking in gives: today, or tomorrow when it is done
	Visits  []Visit   // of the month, in order
}

// Attendance returns the month of a member's visits that contains a day, yyyy-MM of the site's clock; "" means now. B0099
// where there is none.
func (s *Service) Attendance(ctx context.Context, who Who, month string) (out Month, err error) {
	st, err := s.sites.Get(ctx, who.Site)
	if err != nil {
		return out, err
	}
	out.Today = Day(s.clk.Now(), st.Options.Location())
	first := out.Today.AddDate(0, 0, 1-out.Today.Day())
	if month != "" {
		if first, err = time.Parse("2006-01", month); err != nil {
			return out, fault.Failed.Wrap(err)
		}
	}
	settings, err := load(ctx, s.db, who.Site)
	if err != nil {
		return out, err
	}
	out.Setting = settings.Attendance
	if !out.Setting.Active {
		return out, fault.GameUnavailable
	}
	q := promodb.New(s.db)
	rows, err := q.AttendedDays(ctx, promodb.AttendedDaysParams{MemberID: who.Member, Since: first, Until: first.AddDate(0, 1, 0)})
	if err != nil {
		return out, wrap("attendance", err)
	}
	out.Visits = make([]Visit, len(rows))
	for i, r := range rows {
		out.Visits[i] = Visit{r.Day, int(r.Streak), money.Amount(r.Points)}
	}
	done, err := q.Attended(ctx, promodb.AttendedParams{MemberID: who.Member, Day: out.Today})
	switch {
	case err == nil:
		out.Done = true
		out.Next = out.Setting.next(out.Today.AddDate(0, 0, 1), int(done.Streak))
	case errors.Is(err, pgx.ErrNoRows):
		out.Next, err = upcoming(ctx, q, who.Member, out.Today, out.Setting)
	}
	return out, wrap("attendance", err)
}

// next is the visit of a day when the one before was the n-th in a row; n is 0 when there was none.
func (a Attendance) next(day time.Time, n int) Visit {
	if c := a.cycle(); c > 0 {
		n %= c
	}
	return Visit{day, n + 1, a.reward(n + 1)}
}

// upcoming is the visit that checking in on a day would be.
func upcoming(ctx context.Context, q *promodb.Queries, memID string, day time.Time, a Attendance) (Visit, error) {
	yesterday, err := q.Attended(ctx, promodb.AttendedParams{MemberID: memID, Day: day.AddDate(0, 0, -1)})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Visit{}, err
	}
	return a.next(day, int(yesterday.Streak)), nil
}

// CheckIn is a member's visit of today and its reward in points (D-55). Once a day: again is true for every call after the
// first, which changes nothing and answers the same visit. B0099 where there is no attendance.
func (s *Service) CheckIn(ctx context.Context, who Who) (v Visit, again bool, err error) {
	st, err := s.open(ctx, who)
	if err != nil {
		return v, false, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.enter(ctx, tx, who); err != nil {
			return err
		}
		settings, err := load(ctx, tx, who.Site)
		if err != nil {
			return err
		}
		if !settings.Attendance.Active {
			return fault.GameUnavailable
		}
		if _, err := wallet.Lock(ctx, tx, who.Member, st.Options.Currency); err != nil { // puts a member's calls in a row
			return wrap("check in", err)
		}
		q, now := promodb.New(tx), s.clk.Now()
		today := Day(now, st.Options.Location())
		was, err := q.Attended(ctx, promodb.AttendedParams{MemberID: who.Member, Day: today})
		if err == nil {
			v, again = Visit{today, int(was.Streak), money.Amount(was.Points)}, true
			return nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return wrap("check in", err)
		}
		again = false
		if v, err = upcoming(ctx, q, who.Member, today, settings.Attendance); err != nil {
			return wrap("check in", err)
		}
		err = q.Attend(ctx, promodb.AttendParams{
			MemberID: who.Member, Day: today, SiteID: who.Site, Version: settings.Stamps[attendanceName].Version, Streak: int32(v.Streak),
			Points: int64(v.Points), At: now,
		})
		if err != nil || v.Points == 0 {
			return wrap("check in", err)
		}
		_, err = credit(ctx, tx, st.Options, wallet.Move{
			Member: who.Member, Currency: st.Options.Currency, Unit: wallet.Point, Amount: v.Points, Contra: wallet.ContraPromo,
			Kind: "attendance", Ref: dayRef(who.Member, today), Trace: who.Trace,
		}, 0, now)
		return err
	})
	return v, again, err
}
