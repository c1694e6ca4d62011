package bet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/sports"
)

// A cash-out ends a bet for what it is worth by the prices of now, less what the site keeps. The member takes the amount that the page showed. When the bet is worth
// something else by now, the member's choice of changes decides as it does for a slip (D-26): the bet is ended for the value of now, or the cash-out is refused with it.
// While a match of an undecided leg is in play it waits as a bet would.

// Ended is why a request to cash a bet out is refused that ended meanwhile.
const Ended Reason = "ended"

// Offer is what a bet can be ended for now.
type Offer struct {
	Amount money.Amount // 0: there is none, because of Reason
	Reason Reason
}

// NoCashOut is why a bet is not cashed out, with what it could be ended for instead.
type NoCashOut struct{ Offer }

// Error implements error.
func (n *NoCashOut) Error() string { return fmt.Sprintf("bet: no cash-out: %s", n.Reason) }

// errLive says that a match is in play, and the cash-out must wait.
var errLive = errors.New("bet: a match is in play")

// cashable is a bet that may be cashed out.
type cashable struct {
	bet, site   string
	stake, most money.Amount
	legs        []Leg // at the prices at which they were taken
}

// cashOut is what the end of a bet by a cash-out needs.
type cashOut struct {
	cashable

	accept  Choice     // which changes of its value the member takes
	scores  [][2]int   // of the matches when a member asked for it in play; nil: it does not wait, and no match may be in play
	askedAt *time.Time // of the request that waits; nil: it does not
}

// worth returns what the bet can be ended for now. live: a match of an undecided leg is in play. Two undecided legs of one match (D-25) have no worth: the
// chance of both is not that of each times the other.
func (c *cashable) worth(here ofSite, known facts, quotes []sports.Quote) (o Offer, live bool) {
	if here.stopped || !here.rules.SportsCashOut {
		return Offer{Reason: Off}, false
	}
	if known.doubtful[c.bet] {
		return Offer{Reason: Closed}, false
	}
	legs, now, undecided := make([]odds.Leg, len(c.legs)), make([]odds.Chance, len(c.legs)), map[int64]bool{}
	for i, l := range c.legs {
		legs[i] = odds.Leg{Price: l.Price, Outcome: known.of(l)}
		if legs[i].Outcome.Decided() {
			continue
		}
		q := quoteOf(quotes, l)
		switch {
		case q == nil:
			return Offer{Reason: Unknown}, false
		case q.Refusal != "":
			return Offer{Reason: Reason(q.Refusal)}, false
		case undecided[q.Event]:
			return Offer{Reason: SameMatch}, false
		}
		undecided[q.Event] = true
		now[i], live = odds.Chance{Price: q.Price, Book: known.books[l.Market]}, live || q.Live
	}
	amount := money.Amount(0)
	if len(undecided) > 0 { // else it is being settled
		amount = odds.CashOut(c.stake, legs, now, here.rules.SportsCashOutBasisPoints, c.most)
	}
	if amount == 0 {
		return Offer{Reason: Closed}, false
	}
	return Offer{Amount: amount}, live
}

// judge returns nil when the bet is worth exactly so much now.
func (c *cashOut) judge(amount money.Amount, here ofSite, known facts, quotes []sports.Quote) error {
	offer, live := c.worth(here, known, quotes)
	switch {
	case offer.Reason != "":
	case c.scores == nil && live:
		return errLive
	case c.scores != nil && c.scored(known, quotes):
		offer.Reason = ScoreChanged
	case offer.Amount != amount:
		offer.Reason = Changed
	default:
		return nil
	}
	return &NoCashOut{offer}
}

// scored reports whether a goal fell in a match of an undecided leg since the member asked.
func (c *cashOut) scored(known facts, quotes []sports.Quote) bool {
	for i, l := range c.legs {
		q := quoteOf(quotes, l)
		if q != nil && !known.of(l).Decided() && (q.Home != c.scores[i][0] || q.Away != c.scores[i][1]) {
			return true
		}
	}
	return false
}

// cashOut decides an end by a cash-out.
func (b *part) cashOut(e *ending) error {
	here := b.sites[e.cash.site]
	if here.err != nil {
		return here.err
	}
	if at := e.cash.askedAt; at != nil && !b.asked[e.Bet].Equal(*at) {
		return ErrEnded // it was decided meanwhile, or its member asked again
	}
	if err := e.cash.judge(e.Pays, here, b.known, b.quotes[e.cash.site]); err != nil {
		return err
	}
	e.Outcomes = nil
	for _, l := range e.cash.legs {
		e.Outcomes = append(e.Outcomes, b.known.of(l))
	}
	return nil
}

// Cashing is a bet whose cash-out a member asked for.
type Cashing struct {
	Bet    string
	Amount money.Amount
	DueAt  *time.Time // when it is decided; nil: the bet has ended for the amount
}

// CashOut ends a member's bet for the amount that the page showed, or for what it is worth by now when the choice takes the change; Stored: the choice that the member
// stored. While a match is in play the request waits (Cashing.DueAt, DecideCashOuts); one that waits already goes on as it is. The same request again finds what it
// did. *NoCashOut: the bet is worth something else, or cannot be ended now. ErrEnded: it ended otherwise. fault.BetNotFound; fault.BetsSettling (D-47). ErrForm: the
// amount is not above 0, or the choice is unknown.
func (s *Service) CashOut(ctx context.Context, member, currency, id string, amount money.Amount, accept Choice, trace string) (Cashing, error) {
	if amount <= 0 || accept != Stored && !accept.valid() {
		return Cashing{}, ErrForm
	}
	b, err := s.Find(ctx, member, id)
	if err != nil {
		return Cashing{}, err
	}
	if accept == Stored {
		if accept, err = s.choiceOf(ctx, member); err != nil {
			return Cashing{}, err
		}
	}
	switch {
	case b.State == CashedOut && accept.takes(int64(amount), int64(b.Paid)):
		return Cashing{Bet: id, Amount: b.Paid}, nil
	case b.State != Placed || b.Currency != currency:
		return Cashing{}, ErrEnded
	}
	c, err := s.cashable(ctx, b)
	if err != nil {
		return Cashing{}, err
	}
	paid, err := s.cashNow(ctx, b, &cashOut{cashable: c, accept: accept}, amount, trace)
	var no *NoCashOut
	switch {
	case errors.Is(err, errLive):
		return s.ask(ctx, b, c, amount, accept)
	case errors.As(err, &no) && no.Reason == Closed:
		return Cashing{}, s.orSettling(ctx, c.legs, err)
	case err != nil:
		return Cashing{}, err
	}
	return Cashing{Bet: id, Amount: paid}, nil
}

// cashTries is how often a cash-out follows a value that goes on changing before it is refused.
const cashTries = 3

// cashNow ends a bet for the amount that its member took, or for the value of now when the member takes that change. It returns what was paid.
func (s *Service) cashNow(ctx context.Context, b Bet, c *cashOut, amount money.Amount, trace string) (money.Amount, error) {
	pays := amount
	for try := 1; ; try++ {
		err := s.end(ctx, &ending{Ending: endingOf(b, pays, trace), cash: c})
		now, taken := c.takes(amount, err)
		if !taken || try == cashTries {
			return pays, err
		}
		pays = now
	}
}

// takes returns the value to which that of a bet changed, and reports whether its member takes it instead of the amount. err is what judge said.
func (c *cashOut) takes(amount money.Amount, err error) (now money.Amount, taken bool) {
	var no *NoCashOut
	if !errors.As(err, &no) || no.Reason != Changed {
		return 0, false
	}
	return no.Amount, c.accept.takes(int64(amount), int64(no.Amount))
}

func endingOf(b Bet, amount money.Amount, trace string) Ending {
	return Ending{Bet: b.ID, Member: b.Member, Currency: b.Currency, From: Placed, To: CashedOut, Pays: amount, Trace: trace}
}

// cashable returns what a cash-out needs of a bet.
func (s *Service) cashable(ctx context.Context, b Bet) (cashable, error) {
	c := cashable{bet: b.ID, site: b.Site, stake: b.Stake, legs: legsOf(b)}
	if err := s.db.QueryRow(ctx, `SELECT most FROM bet_bet WHERE id = $1`, b.ID).Scan(&c.most); err != nil {
		return c, fmt.Errorf("bet %s: %w", b.ID, err)
	}
	return c, nil
}

func legsOf(b Bet) []Leg {
	legs := make([]Leg, len(b.Legs))
	for i, l := range b.Legs {
		legs[i] = Leg{Market: l.Market, Key: l.Key, Price: l.Price}
	}
	return legs
}

// CashOutState is what a member may know of the cash-out of a bet.
type CashOutState struct {
	Offer

	Asked         money.Amount // what the member took and waits for; 0: none
	DueAt         *time.Time   // until when
	Refused       Reason       // why the request of a moment ago was refused
	RefusedAmount money.Amount // for which it was
}

// refusedShown is how long a list says why a request was refused.
const refusedShown = time.Minute

// cashOuts fills in what the bets of one member can be ended for now.
func (s *Service) cashOuts(ctx context.Context, here site.Sportsbook, list []Running) error {
	if !here.SportsCashOut {
		return nil
	}
	var ids []string
	var legs []Leg
	for i := range list {
		if list[i].State == Placed {
			ids, list[i].CashOut = append(ids, list[i].ID), &CashOutState{}
			legs = append(legs, legsOf(list[i].Bet)...)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	book, most, requests := s.readBook(list[0].Site, ids, legs, (*sports.Asked).QueueLook), map[string]money.Amount{}, map[string]CashOutState{}
	book.batch.Queue(`
		SELECT b.id, b.most, CASE WHEN c.due_at IS NULL THEN 0 ELSE c.amount END, c.due_at,
		       coalesce(CASE WHEN c.asked_at > clock_timestamp() - $2::interval THEN c.refused END, ''), coalesce(c.amount, 0)
		  FROM bet_bet b LEFT JOIN bet_cash_out c ON c.bet_id = b.id WHERE b.id = ANY ($1)`, ids, refusedShown).Query(func(rows pgx.Rows) error {
		var id string
		var bound money.Amount
		var one CashOutState
		_, err := pgx.ForEachRow(rows, []any{&id, &bound, &one.Asked, &one.DueAt, &one.Refused, &one.RefusedAmount}, func() error {
			if one.Refused == "" {
				one.RefusedAmount = 0
			}
			most[id], requests[id] = bound, one
			return nil
		})
		return err
	})
	if err := s.db.SendBatch(ctx, book.batch).Close(); err != nil {
		return fmt.Errorf("bet: cash-outs: %w", err)
	}
	now, err := book.here()
	if err != nil {
		return err
	}
	for i := range list {
		b := &list[i]
		if b.CashOut == nil {
			continue
		}
		*b.CashOut = requests[b.ID]
		c := cashable{bet: b.ID, site: b.Site, stake: b.Stake, most: most[b.ID], legs: legsOf(b.Bet)}
		b.CashOut.Offer, _ = c.worth(now, book.known, book.quotes)
	}
	return nil
}
