package bet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/sports"
)

// A cash-out ends a bet for what it is worth by the prices of now, less what the site keeps. The member takes an amount: it is paid when the bet is worth that much
// or more, and refused otherwise. While a match of an undecided leg is in play it waits as a bet would (D-26).

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
	site        string
	stake, most money.Amount
	legs        []Leg // at the prices at which they were taken
}

// cashOut is what the end of a bet by a cash-out needs.
type cashOut struct {
	cashable

	scores  [][2]int   // of the matches when a member asked for it in play; nil: it does not wait, and no match may be in play
	askedAt *time.Time // of the request that waits; nil: it does not
}

// facts are what is known of selections and of their markets.
type facts struct {
	outcomes map[Leg]odds.Outcome
	books    map[int64]int64 // of markets
}

func newFacts() facts { return facts{outcomes: map[Leg]odds.Outcome{}, books: map[int64]int64{}} }

// of returns how a leg ended, by its selection alone.
func (f facts) of(l Leg) odds.Outcome { return f.outcomes[Leg{Market: l.Market, Key: l.Key}] }

// queue reads how selections ended, and the books of their markets.
func (f facts) queue(q *pgx.Batch, legs []Leg) {
	markets, keys := make([]int64, len(legs)), make([]string, len(legs))
	for i, l := range legs {
		markets[i], keys[i] = l.Market, string(l.Key)
	}
	q.Queue(`SELECT market, key, outcome FROM bet_outcomes($1, $2)`, markets, keys).Query(func(rows pgx.Rows) error {
		var l Leg
		var text string
		_, err := pgx.ForEachRow(rows, []any{&l.Market, &l.Key, &text}, func() (err error) {
			f.outcomes[l], err = odds.ParseOutcome(text)
			return err
		})
		return err
	})
	q.Queue(`SELECT market, prices FROM bet_books($1)`, markets).Query(func(rows pgx.Rows) error {
		var market int64
		var prices []odds.Price
		_, err := pgx.ForEachRow(rows, []any{&market, &prices}, func() error {
			f.books[market] = odds.Book(prices...)
			return nil
		})
		return err
	})
}

// worth returns what the bet can be ended for now. live: a match of an undecided leg is in play. Two undecided legs of one match (D-25) have no worth: the
// chance of both is not that of each times the other.
func (c *cashable) worth(here ofSite, known facts, quotes []sports.Quote) (o Offer, live bool) {
	if here.stopped || !here.rules.SportsCashOut {
		return Offer{Reason: Off}, false
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

// judge returns nil when the bet may be ended for so much now.
func (c *cashOut) judge(amount money.Amount, here ofSite, known facts, quotes []sports.Quote) error {
	offer, live := c.worth(here, known, quotes)
	switch {
	case offer.Reason != "":
	case c.scores == nil && live:
		return errLive
	case c.scores != nil && c.scored(known, quotes):
		offer.Reason = ScoreChanged
	case offer.Amount < amount:
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

// CashOut ends a member's bet for an amount, if it is worth as much now. While a match is in play the request waits (Cashing.DueAt, DecideCashOuts); one that waits
// already goes on as it is. The same request again finds what it did. *NoCashOut: the bet is worth less, or cannot be ended now. ErrEnded: it ended otherwise.
// fault.BetNotFound; fault.BetsSettling (D-47). ErrForm: the amount is not above 0.
func (s *Service) CashOut(ctx context.Context, member, currency, id string, amount money.Amount, trace string) (Cashing, error) {
	if amount <= 0 {
		return Cashing{}, ErrForm
	}
	b, err := s.Find(ctx, member, id)
	switch {
	case err != nil:
		return Cashing{}, err
	case b.State == CashedOut && b.Paid == amount:
		return Cashing{Bet: id, Amount: amount}, nil
	case b.State != Placed || b.Currency != currency:
		return Cashing{}, ErrEnded
	}
	c, err := s.cashable(ctx, b)
	if err != nil {
		return Cashing{}, err
	}
	err = s.end(ctx, &ending{Ending: endingOf(b, amount, trace), cash: &cashOut{cashable: c}})
	var no *NoCashOut
	switch {
	case errors.Is(err, errLive):
		return s.ask(ctx, b, c, amount)
	case errors.As(err, &no) && no.Reason == Closed:
		return Cashing{}, s.orSettling(ctx, c.legs, err)
	case err != nil:
		return Cashing{}, err
	}
	return Cashing{Bet: id, Amount: amount}, nil
}

func endingOf(b Bet, amount money.Amount, trace string) Ending {
	return Ending{Bet: b.ID, Member: b.Member, Currency: b.Currency, From: Placed, To: CashedOut, Pays: amount, Trace: trace}
}

// cashable returns what a cash-out needs of a bet.
func (s *Service) cashable(ctx context.Context, b Bet) (cashable, error) {
	c := cashable{site: b.Site, stake: b.Stake, legs: legsOf(b)}
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

// ask stores that a member asked to cash a bet out while a match is in play.
func (s *Service) ask(ctx context.Context, b Bet, c cashable, amount money.Amount) (Cashing, error) {
	waits := Cashing{Bet: b.ID, Amount: amount}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := pg.Brief(ctx, tx); err != nil {
			return err
		}
		if _, err := wallet.Lock(ctx, tx, b.Member, b.Currency); err != nil {
			return err
		}
		book := s.readBook(b.Site, c.legs, (*sports.Asked).Queue)
		if err := tx.SendBatch(ctx, book.batch).Close(); err != nil {
			return fmt.Errorf("quotes: %w", err)
		}
		here, err := book.here()
		if err != nil {
			return err
		}
		scores := book.scores(c.legs)
		if err := (&cashOut{cashable: c, scores: scores}).judge(amount, here, book.known, book.quotes); err != nil {
			return err
		}
		flat := make([]int32, 0, 2*len(scores))
		for _, one := range scores {
			flat = append(flat, int32(one[0]), int32(one[1]))
		}
		// One that waits goes on: asking again is no way to wait for a better moment.
		if _, err := tx.Exec(ctx, `
			INSERT INTO bet_cash_out (bet_id, amount, asked_at, due_at, scores)
			SELECT id, $2, clock_timestamp(), clock_timestamp() + $3::interval, $4 FROM bet_bet WHERE id = $1 AND state = 'open'
			ON CONFLICT (bet_id) DO UPDATE SET amount = excluded.amount, asked_at = excluded.asked_at, due_at = excluded.due_at, scores = excluded.scores, refused = ''
			 WHERE bet_cash_out.due_at IS NULL`, b.ID, int64(amount), here.rules.Delay(), flat); err != nil {
			return fmt.Errorf("cash-out: %w", err)
		}
		err = tx.QueryRow(ctx, `SELECT amount, due_at FROM bet_cash_out WHERE bet_id = $1 AND due_at IS NOT NULL`, b.ID).Scan(&waits.Amount, &waits.DueAt)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrEnded
		}
		return err
	})
	if err != nil {
		return Cashing{}, fmt.Errorf("bet %s: %w", b.ID, err)
	}
	return waits, nil
}

// book is what a bet needs to know of its matches.
type book struct {
	batch   *pgx.Batch
	known   facts
	quotes  []sports.Quote
	options []byte
	stopped bool
	site    site.Sportsbook // the defaults
}

// readBook queues what is to be known of legs.
func (s *Service) readBook(siteID string, legs []Leg, queue func(*sports.Asked, *pgx.Batch, func(sports.Quote))) *book {
	b := &book{batch: &pgx.Batch{}, known: newFacts(), site: s.rules.Site}
	var asked sports.Asked
	ask(&asked, siteID, legs)
	queue(&asked, b.batch, func(one sports.Quote) { b.quotes = append(b.quotes, one) })
	b.known.queue(b.batch, legs)
	b.batch.Queue(`SELECT options, betgate_stopped(site, $2, $3) FROM bet_rules($1)`, []string{siteID}, casino.House, Game).QueryRow(func(row pgx.Row) error {
		return row.Scan(&b.options, &b.stopped)
	})
	return b
}

func (b *book) here() (ofSite, error) {
	rules, err := b.site.With(b.options)
	return ofSite{rules: rules, stopped: b.stopped}, err
}

// scores are those of the matches of legs.
func (b *book) scores(legs []Leg) [][2]int {
	all := make([][2]int, len(legs))
	for i, l := range legs {
		if q := quoteOf(b.quotes, l); q != nil {
			all[i] = [2]int{q.Home, q.Away}
		}
	}
	return all
}

// DecideCashOuts decides requests to cash a bet out whose delay is over: each is paid what its member took, or refused with a reason. One whose feed said nothing since
// goes on waiting, as in Confirm. It returns how many it decided; at most count. One that fails stops no other.
func (s *Service) DecideCashOuts(ctx context.Context, count int) (int, error) {
	return s.decide(ctx, `SELECT bet_id FROM bet_cash_out WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT $1`, count, s.decideCashOut)
}

func (s *Service) decideCashOut(ctx context.Context, id string) error {
	reason, err := s.cashOutAsked(ctx, id)
	s.metrics.cashOut(reason, err)
	return err
}

// cashOutAsked ends a bet as its member asked, or returns why not.
func (s *Service) cashOutAsked(ctx context.Context, id string) (Reason, error) {
	var member string
	var amount money.Amount
	var at time.Time
	var flat []int32
	var vouched bool
	err := s.db.QueryRow(ctx, `
		SELECT b.member_id, c.amount, c.asked_at, c.scores, bet_cash_out_vouched(b.id) FROM bet_cash_out c JOIN bet_bet b ON b.id = c.bet_id
		 WHERE c.bet_id = $1 AND c.due_at IS NOT NULL`, id).Scan(&member, &amount, &at, &flat, &vouched)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", ErrEnded
	} else if err != nil {
		return "", fmt.Errorf("bet %s: cash-out: %w", id, err)
	}
	b, err := s.Find(ctx, member, id)
	if err != nil {
		return "", fmt.Errorf("bet %s: cash-out: %w", id, err)
	}
	c, err := s.cashable(ctx, b)
	if err != nil {
		return "", err
	}
	asked := &cashOut{cashable: c, scores: make([][2]int, len(c.legs)), askedAt: &at}
	for i := range asked.scores {
		asked.scores[i] = [2]int{int(flat[2*i]), int(flat[2*i+1])}
	}
	if !vouched && b.State == Placed {
		if err = s.look(ctx, asked, amount); err == nil {
			_, err = s.db.Exec(ctx, `UPDATE bet_cash_out SET due_at = clock_timestamp() + $2::interval WHERE bet_id = $1 AND asked_at = $3 AND due_at IS NOT NULL`, id, silence, at)
			return "", errors.Join(errSilent, err)
		}
	} else {
		err = s.end(ctx, &ending{Ending: endingOf(b, amount, ""), cash: asked})
	}
	var no *NoCashOut
	reason := Ended
	switch {
	case errors.As(err, &no):
		reason = no.Reason
	case errors.Is(err, ErrEnded):
	default:
		return "", err
	}
	refused, err := s.db.Exec(ctx, `UPDATE bet_cash_out SET due_at = NULL, refused = $2 WHERE bet_id = $1 AND asked_at = $3 AND due_at IS NOT NULL`, id, reason, at)
	switch {
	case err != nil:
		return "", fmt.Errorf("bet %s: cash-out: %w", id, err)
	case refused.RowsAffected() == 0:
		return "", ErrEnded // another node decided it
	}
	return reason, nil
}

// look judges a cash-out by what is known now, and holds nothing.
func (s *Service) look(ctx context.Context, c *cashOut, amount money.Amount) error {
	book := s.readBook(c.site, c.legs, (*sports.Asked).QueueLook)
	if err := s.db.SendBatch(ctx, book.batch).Close(); err != nil {
		return fmt.Errorf("bet: cash-out: %w", err)
	}
	here, err := book.here()
	if err != nil {
		return err
	}
	return c.judge(amount, here, book.known, book.quotes)
}

// CashOutState is what a member may know of the cash-out of a bet.
type CashOutState struct {
	Offer

	Asked   money.Amount // what the member took and waits for; 0: none
	DueAt   *time.Time   // until when
	Refused Reason       // why the request of a moment ago was refused
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
	book, most, requests := s.readBook(list[0].Site, legs, (*sports.Asked).QueueLook), map[string]money.Amount{}, map[string]CashOutState{}
	book.batch.Queue(`
		SELECT b.id, b.most, CASE WHEN c.due_at IS NULL THEN 0 ELSE c.amount END, c.due_at,
		       coalesce(CASE WHEN c.asked_at > clock_timestamp() - $2::interval THEN c.refused END, '')
		  FROM bet_bet b LEFT JOIN bet_cash_out c ON c.bet_id = b.id WHERE b.id = ANY ($1)`, ids, refusedShown).Query(func(rows pgx.Rows) error {
		var id string
		var bound money.Amount
		var one CashOutState
		_, err := pgx.ForEachRow(rows, []any{&id, &bound, &one.Asked, &one.DueAt, &one.Refused}, func() error {
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
		c := cashable{site: b.Site, stake: b.Stake, most: most[b.ID], legs: legsOf(b.Bet)}
		b.CashOut.Offer, _ = c.worth(now, book.known, book.quotes)
	}
	return nil
}
