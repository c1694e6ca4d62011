// Package today is the first look of staff at the day of a site.
package today

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
)

// API holds what the call needs.
type API struct {
	reports *report.Service
	online  func(ctx context.Context, siteID string) int64
}

// New returns the area's API. online counts the members of a site with a live connection; -1 when that is not known now.
func New(reports *report.Service, online func(ctx context.Context, siteID string) int64) *API {
	return &API{reports, online}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{httpx.Post("/api/admin/today", httpx.Staff, a.today, httpx.Passive)}
}

// Answer is the day of the site until now, as far as the caller's rights go.
type Answer struct {
	AsOf    time.Time `json:"asOf"`
	Online  int64     `json:"online"`  // members with a live connection; -1: not known now
	Waiting []Queue   `json:"waiting"` // kinds of requests that wait for staff, of those that the caller may decide
	Figures *Figures  `json:"figures"` // null without the right cash
	Start   *Start    `json:"start"`   // null once members can play
}

// Start is what the site has and what it needs before members can play.
type Start struct {
	Hosts     []string `json:"hosts"`
	Currency  string   `json:"currency"`
	TimeZone  string   `json:"timeZone"`
	Languages []string `json:"languages"` // the first is the default
	Steps     []Step   `json:"steps"`     // in the order in which they are arranged
}

// Step is one of the things that a site needs.
type Step struct {
	Step report.Step `json:"step"` // staff, account, provider, games, documents, levels or partner
	Done bool        `json:"done"`
}

// Queue is how many requests of a kind wait, and since when the oldest one does.
type Queue struct {
	Kind   report.QueueKind `json:"kind"`
	Count  int64            `json:"count"`
	Oldest time.Time        `json:"oldest"`
}

// Figures are those of the day on the site's clock, beside the day before until the same time. Amounts are of the site's currency.
type Figures struct {
	Began    time.Time `json:"began"` // midnight of the site's clock
	In       Compared  `json:"in"`
	Out      Compared  `json:"out"`
	InCount  int64     `json:"inCount"`
	OutCount int64     `json:"outCount"`
	Joined   Compared  `json:"joined"` // members
	Stake    Compared  `json:"stake"`
	Payout   Compared  `json:"payout"`
	GGR      Compared  `json:"ggr"`      // of settled rounds: what they took less what they paid
	Open     Compared  `json:"open"`     // the stakes of rounds that are still open; they are in stake, not in ggr
	Products []Product `json:"products"` // greatest stake first
	Days     []Day     `json:"days"`     // fourteen, today last
}

// Compared is a figure of today and of the day before until the same time.
type Compared struct {
	Now     money.Amount `json:"now"`
	Earlier money.Amount `json:"earlier"`
}

// Product is the play with one product; stakes that were taken back are not in it.
type Product struct {
	ProcID    string       `json:"procId"` // empty: a game that is not in the catalogue
	Name      string       `json:"name"`
	GroupCode string       `json:"groupCode"`
	Bets      int64        `json:"bets"`
	Stake     Compared     `json:"stake"`
	Payout    money.Amount `json:"payout"`
	GGR       money.Amount `json:"ggr"`
	Open      money.Amount `json:"open"`
}

// Day is one day of the site's clock.
type Day struct {
	Day    string       `json:"day"` // yyyy-MM-dd
	In     money.Amount `json:"in"`
	Out    money.Amount `json:"out"`
	Stake  money.Amount `json:"stake"`
	Payout money.Amount `json:"payout"`
	GGR    money.Amount `json:"ggr"`
	Open   money.Amount `json:"open"`
}

// decides is the right that the requests of a kind need.
var decides = map[report.QueueKind]right.Right{
	report.QueueDeposits: right.Cash, report.QueueWithdrawals: right.Cash, report.QueuePT: right.Cash,
	report.QueueSignUps: right.Signup, report.QueueResets: right.Reset,
	report.QueueInquiries: right.Inquiry, report.QueueApprovals: right.Approve,
}

func (a *API) today(ctx context.Context, who httpx.Caller, _ httpx.None) (Answer, error) {
	out := Answer{Online: a.online(ctx, who.Site), Waiting: []Queue{}}
	queues, err := a.reports.Waiting(ctx, who.Site)
	if err != nil {
		return out, err
	}
	for _, q := range queues {
		if who.Has(decides[q.Kind]) {
			out.Waiting = append(out.Waiting, Queue{q.Kind, q.Count, q.Oldest})
		}
	}
	if out.Start, err = a.start(ctx, who.Site); err != nil {
		return out, err
	}
	t, err := a.reports.Today(ctx, who.Site)
	out.AsOf = t.AsOf
	if err == nil && who.Has(right.Cash) {
		out.Figures = figures(t)
	}
	return out, err
}

func (a *API) start(ctx context.Context, siteID string) (*Start, error) {
	s, err := a.reports.Start(ctx, siteID)
	if err != nil || s.Ready() {
		return nil, err
	}
	out := &Start{Hosts: s.Hosts, Currency: s.Currency, TimeZone: s.TimeZone, Languages: s.Languages, Steps: make([]Step, len(s.Steps))}
	for i, step := range s.Steps {
		out.Steps[i] = Step(step)
	}
	return out, nil
}

func figures(t report.Today) *Figures {
	f := Figures{
		Began:   t.Began,
		In:      Compared{t.Paid.In, t.Paid.InEarlier},
		Out:     Compared{t.Paid.Out, t.Paid.OutEarlier},
		InCount: t.Paid.InCount, OutCount: t.Paid.OutCount,
		Joined:   Compared{money.Amount(t.Joined), money.Amount(t.JoinedEarlier)},
		Products: make([]Product, len(t.Products)), Days: make([]Day, len(t.Days)),
	}
	var now, earlier report.Play
	for i, p := range t.Products {
		f.Products[i] = Product{
			ProcID: p.ProcID, Name: p.Name, GroupCode: p.Group, Bets: p.Bets, Stake: Compared{p.Play.Stake, p.Earlier.Stake}, Payout: p.Play.Payout,
			GGR: p.Play.GGR(), Open: p.Play.OpenStake,
		}
		now, earlier = now.Add(p.Play), earlier.Add(p.Earlier)
	}
	f.Stake, f.Payout = Compared{now.Stake, earlier.Stake}, Compared{now.Payout, earlier.Payout}
	f.GGR, f.Open = Compared{now.GGR(), earlier.GGR()}, Compared{now.OpenStake, earlier.OpenStake}
	for i, d := range t.Days {
		f.Days[i] = Day{Day: d.Day, In: d.In, Out: d.Out, Stake: d.Play.Stake, Payout: d.Play.Payout, GGR: d.Play.GGR(), Open: d.Play.OpenStake}
	}
	return &f
}
