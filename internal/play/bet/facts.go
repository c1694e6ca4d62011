package bet

import (
	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/sports"
)

// facts are what is known of bets, of their selections and of the markets of these.
type facts struct {
	outcomes map[Leg]odds.Outcome
	books    map[int64]int64 // of markets
	doubtful map[string]bool // bets of which a leg is or may be void by itself: they are not worth what their selections are
}

func newFacts() facts {
	return facts{outcomes: map[Leg]odds.Outcome{}, books: map[int64]int64{}, doubtful: map[string]bool{}}
}

// of returns how a leg ended, by its selection alone.
func (f facts) of(l Leg) odds.Outcome { return f.outcomes[Leg{Market: l.Market, Key: l.Key}] }

// queue reads which bets are doubtful, how their selections ended, and the books of the markets.
func (f facts) queue(q *pgx.Batch, bets []string, legs []Leg) {
	q.Queue(`SELECT id FROM bet_doubtful($1)`, bets).Query(func(rows pgx.Rows) error {
		var id string
		_, err := pgx.ForEachRow(rows, []any{&id}, func() error {
			f.doubtful[id] = true
			return nil
		})
		return err
	})
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

// book is what a bet needs to know of its matches.
type book struct {
	batch   *pgx.Batch
	known   facts
	quotes  []sports.Quote
	options []byte
	stopped bool
	site    site.Sportsbook // the defaults
}

// readBook queues what is to be known of bets and their legs.
func (s *Service) readBook(siteID string, bets []string, legs []Leg, queue func(*sports.Asked, *pgx.Batch, func(sports.Quote))) *book {
	b := &book{batch: &pgx.Batch{}, known: newFacts(), site: s.rules.Site}
	var asked sports.Asked
	ask(&asked, siteID, legs)
	queue(&asked, b.batch, func(one sports.Quote) { b.quotes = append(b.quotes, one) })
	b.known.queue(b.batch, bets, legs)
	b.batch.Queue(`SELECT options, betgate_stopped(site, $2, $3) FROM bet_rules($1)`, []string{siteID}, casino.Book, Game).QueryRow(func(row pgx.Row) error {
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
