package report

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
)

const (
	historyDays = 14               // the days of Today.Days, today included
	playStep    = 15 * time.Minute // figures of play are kept by quarters of an hour
)

// Today is the day of a site on its own clock until now, beside the day before until the same time. Amounts are of the site's currency.
type Today struct {
	AsOf  time.Time
	Began time.Time // midnight of the site's clock
	Paid  Paid
	// Joined are new members, those who wait for approval too.
	Joined, JoinedEarlier int64
	Products              []ProductDay // greatest stake first
	Days                  []DayFigures // oldest first, without a gap, today last
}

// Paid are the completed deposits and withdrawals.
type Paid struct {
	In, Out               money.Amount
	InCount, OutCount     int64
	InEarlier, OutEarlier money.Amount // the day before until the same time
}

// ProductDay is the play with one product. Stakes that were taken back are not in it.
type ProductDay struct {
	ProcID, Name, Group string // empty: the game is not in the catalogue
	Bets                int64
	Play, Earlier       Play
}

// Play is what was staked and paid in a period.
type Play struct {
	Stake, Payout         money.Amount
	OpenStake, OpenPayout money.Amount // the part of rounds that are still open
}

// GGR is the gross gaming revenue: what settled rounds took less what they paid. A stake of an open round is no revenue, and what it paid so
// far is no loss.
func (p Play) GGR() money.Amount { return p.Stake - p.OpenStake - (p.Payout - p.OpenPayout) }

// Add adds up two parts of a period.
func (p Play) Add(other Play) Play {
	return Play{p.Stake + other.Stake, p.Payout + other.Payout, p.OpenStake + other.OpenStake, p.OpenPayout + other.OpenPayout}
}

// DayFigures is one day of the site's clock.
type DayFigures struct {
	Day     string // yyyy-MM-dd
	In, Out money.Amount
	Play    Play
}

// Queue is how many requests of a kind wait for staff, and since when the oldest one does.
type Queue struct {
	Kind   QueueKind
	Count  int64
	Oldest time.Time
}

// QueueKind is a kind of requests that wait for staff.
type QueueKind string

// The kinds.
const (
	QueueDeposits    QueueKind = "in"
	QueueWithdrawals QueueKind = "out"
	QueuePT          QueueKind = "pt" // withdrawals of partners
	QueueSignUps     QueueKind = "signup"
	QueueInquiries   QueueKind = "inquiry"
	QueueResets      QueueKind = "reset"
	QueueApprovals   QueueKind = "approval"
)

// Today returns the day of a site; an answer may be some seconds old.
func (s *Service) Today(ctx context.Context, siteID string) (Today, error) {
	return s.today.get(siteID, s.clk.Now(), func() (Today, error) {
		st, err := s.sites.Get(ctx, siteID)
		if err != nil {
			return Today{}, err
		}
		t, err := s.readToday(ctx, st)
		if err != nil {
			return Today{}, fmt.Errorf("report: today: %w", err)
		}
		return t, nil
	})
}

func (s *Service) readToday(ctx context.Context, st site.Site) (Today, error) {
	now := s.clk.Now().In(st.Options.Location())
	began := midnight(now)
	earlier, earlierUntil := began.AddDate(0, 0, -1), now.AddDate(0, 0, -1)
	t := Today{AsOf: now, Began: began}
	q, currency := reportdb.New(s.db), st.Options.Currency
	paid, err := q.PaidOfPeriods(ctx, reportdb.PaidOfPeriodsParams{
		SiteID: st.ID, Currency: currency, Since: began, Earlier: earlier, EarlierUntil: earlierUntil, Until: now,
	})
	if err != nil {
		return t, err
	}
	for _, p := range paid {
		if p.Kind == "in" {
			t.Paid.In, t.Paid.InCount, t.Paid.InEarlier = money.Amount(p.Amount), p.Count, money.Amount(p.Earlier)
		} else {
			t.Paid.Out, t.Paid.OutCount, t.Paid.OutEarlier = money.Amount(p.Amount), p.Count, money.Amount(p.Earlier)
		}
	}
	joined, err := q.Joined(ctx, reportdb.JoinedParams{SiteID: st.ID, Since: began, Earlier: earlier, EarlierUntil: earlierUntil, Until: now})
	if err != nil {
		return t, err
	}
	t.Joined, t.JoinedEarlier = joined.Count, joined.Earlier
	play, err := q.PlayOfPeriods(ctx, reportdb.PlayOfPeriodsParams{
		SiteID: st.ID, Currency: currency, Since: began, Earlier: earlier, EarlierUntil: earlierUntil.Truncate(playStep), Until: now,
	})
	if err != nil {
		return t, err
	}
	since := began.AddDate(0, 0, 1-historyDays)
	open, err := q.OpenPlay(ctx, reportdb.OpenPlayParams{
		SiteID: st.ID, Currency: currency, Zone: st.Options.Location().String(), Since: since, EarlierUntil: earlierUntil.Truncate(playStep),
	})
	if err != nil {
		return t, err
	}
	for _, p := range play {
		if p.Bets == 0 && p.Stake == 0 && p.Payout == 0 && p.EarlierStake == 0 && p.EarlierPayout == 0 {
			continue // all of it was taken back
		}
		t.Products = append(t.Products, ProductDay{
			ProcID: p.ProcID, Name: p.Name, Group: p.GroupCode, Bets: p.Bets,
			Play:    Play{Stake: money.Amount(p.Stake), Payout: money.Amount(p.Payout)},
			Earlier: Play{Stake: money.Amount(p.EarlierStake), Payout: money.Amount(p.EarlierPayout)},
		})
	}
	if t.Days, err = s.days(ctx, st, since, now); err != nil {
		return t, err
	}
	t.setApart(open, earlier)
	return t, nil
}

// setApart notes the open rounds in the figures of their days, of today's products and of those of the day before.
func (t *Today) setApart(open []reportdb.OpenPlayRow, earlier time.Time) {
	today, yesterday := t.Began.Format(time.DateOnly), earlier.Format(time.DateOnly)
	for _, o := range open {
		part := Play{OpenStake: money.Amount(o.Stake), OpenPayout: money.Amount(o.Payout)}
		day := o.Day.Format(time.DateOnly)
		for i := range t.Days {
			if t.Days[i].Day == day {
				t.Days[i].Play = t.Days[i].Play.Add(part)
			}
		}
		for i := range t.Products {
			switch p := &t.Products[i]; {
			case p.ProcID != o.ProcID:
			case day == today:
				p.Play = p.Play.Add(part)
			case day == yesterday && o.IsEarlier:
				p.Earlier = p.Earlier.Add(part)
			}
		}
	}
}

// days returns a line for each day of the site's clock from since on until now.
func (s *Service) days(ctx context.Context, st site.Site, since, now time.Time) ([]DayFigures, error) {
	var out []DayFigures
	at := map[string]int{}
	for d := since; d.Before(now); d = d.AddDate(0, 0, 1) {
		name := d.Format(time.DateOnly)
		at[name] = len(out)
		out = append(out, DayFigures{Day: name})
	}
	q, zone, currency := reportdb.New(s.db), st.Options.Location().String(), st.Options.Currency
	paid, err := q.PaidDays(ctx, reportdb.PaidDaysParams{SiteID: st.ID, Currency: currency, Zone: zone, Since: since, Until: now})
	if err != nil {
		return nil, err
	}
	for _, p := range paid {
		d := &out[at[p.Day.Format(time.DateOnly)]]
		d.In, d.Out = money.Amount(p.Incoming), money.Amount(p.Outgoing)
	}
	play, err := q.PlayDays(ctx, reportdb.PlayDaysParams{SiteID: st.ID, Currency: currency, Zone: zone, Since: since, Until: now})
	if err != nil {
		return nil, err
	}
	for _, p := range play {
		d := &out[at[p.Day.Format(time.DateOnly)]]
		d.Play = Play{Stake: money.Amount(p.Stake), Payout: money.Amount(p.Payout)}
	}
	return out, nil
}

// midnight returns the beginning of the day of t on t's own clock.
func midnight(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// Waiting returns the kinds of requests of a site that wait for staff, without those of which none waits.
func (s *Service) Waiting(ctx context.Context, siteID string) ([]Queue, error) {
	rows, err := reportdb.New(s.db).Waiting(ctx, reportdb.WaitingParams{SiteID: siteID, At: s.clk.Now()})
	if err != nil {
		return nil, fmt.Errorf("report: waiting: %w", err)
	}
	out := make([]Queue, len(rows))
	for i, r := range rows {
		out[i] = Queue{QueueKind(r.Kind), r.Count, r.Oldest}
	}
	return out, nil
}
