package oddsapi

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// ErrCursor reports a cursor that this feed did not write.
var ErrCursor = errors.New("oddsapi: not a cursor of this feed")

// Options say what a feed asks for.
type Options struct {
	Sports     []string // leagues by their keys, all of one sport: "soccer_epl", "soccer_italy_serie_a"
	Regions    []string // whose bookmakers are asked for: "eu", "uk"
	Bookmakers []string // by their keys; a match has the prices of the first one that has any
	DaysBack   int      // how many days ago a match may have ended whose result is asked for, up to 3; 0: no scores are asked for, staff enters results
	Describe   bool     // leagues and teams that are not known yet are added; otherwise their matches wait for staff
}

// Feed polls the API. Each question costs the quota one request for each region and market of a league, and two for its scores. It is safe for
// concurrent use; questions follow each other.
type Feed struct {
	client *Client
	clk    clock.Clock
	o      Options
	sport  odds.Sport

	mu         sync.Mutex
	read, told memory // as of the cursor that was asked from, and as of the one that was answered
}

// memory is what a batch left open, and whom it described. It may be lost: prices then grow stale, and names are sent again.
type memory struct {
	cursor string
	open   map[line]bool
	named  map[string]bool
}

// line is a market that was sent with prices.
type line struct {
	event string
	kind  odds.Kind
	line  odds.Line
}

// sportOf are the sports by the first part of the keys.
var sportOf = map[string]odds.Sport{
	"soccer": odds.Soccer, "basketball": odds.Basketball, "baseball": odds.Baseball, "icehockey": odds.Hockey, "mma": odds.Combat, "boxing": odds.Combat,
	"tennis": odds.Tennis, "handball": odds.Handball, "americanfootball": odds.AmericanFootball, "volleyball": odds.Volleyball,
}

// SportOf returns the sport of a league's key; false for one that the book does not have.
func SportOf(key string) (odds.Sport, bool) {
	first, _, _ := strings.Cut(key, "_")
	sport, ok := sportOf[first]
	return sport, ok
}

var word = regexp.MustCompile(`^[a-z0-9_]{1,64}$`)

// NewFeed returns a feed of some leagues. The error says which option cannot be used. Teams are known by their names, which are unique in one sport
// only: leagues of two sports need two feeds.
func NewFeed(client *Client, clk clock.Clock, o Options) (*Feed, error) {
	if len(o.Sports) == 0 || len(o.Regions) == 0 || len(o.Bookmakers) == 0 || o.DaysBack < 0 || o.DaysBack > 3 {
		return nil, errors.New("oddsapi: a feed needs leagues, regions, bookmakers, and at most three days of results")
	}
	for _, text := range slices.Concat(o.Sports, o.Regions, o.Bookmakers) {
		if !word.MatchString(text) {
			return nil, fmt.Errorf("oddsapi: not a key: %.64q", text)
		}
	}
	f := &Feed{client: client, clk: clk, o: o}
	for _, key := range o.Sports {
		sport, ok := SportOf(key)
		if !ok || f.sport != "" && sport != f.sport {
			return nil, fmt.Errorf("oddsapi: %s is of no sport of the book, or of another one than %s", key, o.Sports[0])
		}
		f.sport = sport
	}
	return f, nil
}

// Next asks the API for all leagues and returns the whole state as changes; the cursor is the moment of the question. Without all answers there is no
// batch: a missing score must not look like a score of 0:0. The error is ErrCursor or the client's.
func (f *Feed) Next(ctx context.Context, from string) (fixture.Batch, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	last, err := parseCursor(from)
	if err != nil {
		return fixture.Batch{}, err
	}
	at := f.clk.Now()
	known := f.recall(from)
	t := &translation{
		o: f.o, sport: f.sport, at: at, seq: max(at.UnixMilli(), last+1), // later than the last batch even if the clock was set back
		open: map[line]bool{}, named: maps.Clone(known.named),
	}
	if t.named == nil {
		t.named = map[string]bool{}
	}
	for _, key := range f.o.Sports {
		prices, err := f.client.Odds(ctx, key, f.o.Regions)
		if err != nil {
			return fixture.Batch{}, err
		}
		var scores Elements
		if f.o.DaysBack > 0 {
			if scores, err = f.client.Scores(ctx, key, f.o.DaysBack); err != nil {
				return fixture.Batch{}, err
			}
		}
		t.league(key, prices, scores)
	}
	t.suspendMissing(known.open)
	f.told = memory{strconv.FormatInt(t.seq, 10), t.open, t.named}
	return fixture.Batch{Cursor: f.told.cursor, Whole: true, Changes: t.changes}, nil
}

// recall returns what was open at the cursor. A batch that was not applied is forgotten.
func (f *Feed) recall(from string) memory {
	switch from {
	case f.told.cursor:
		f.read = f.told
	case f.read.cursor:
	default:
		f.read = memory{cursor: from}
	}
	return f.read
}

func parseCursor(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || n > maxSeq {
		return 0, fmt.Errorf("%w: %.32q", ErrCursor, text)
	}
	return n, nil
}

// maxSeq is the last moment of a cursor, in milliseconds.
var maxSeq = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()
