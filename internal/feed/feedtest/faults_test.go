package feedtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/feed/footballdata"
	"hubstake/internal/feed/oddsapi"
	"hubstake/internal/feed/sim"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit/bettest"
)

// The table of faults: what feeds do wrong, and what the book must make of it, for every adapter that there is. A row is played in the adapter's own words; a row that an
// adapter has no words for is named with the reason. A new adapter must pass it, and a new kind of fault is a new row.

// said is what a feed says of the one match of the table. A zero field is left out.
type said struct {
	starts time.Time
	state  fixture.EventState // empty: the match is not named
	clock  int                // seconds
	score  odds.Score
	result *odds.Score // how the match ended
	at     time.Time   // when the feed says that it said so; zero: now
	seq    int64       // its number; 0: the next one
}

// faultFeed is an adapter with what it takes to make its vendor say something.
type faultFeed struct {
	dir    string // of internal/feed
	match  string // what the feed calls the match
	source interface {
		Next(ctx context.Context, from string) (fixture.Batch, error)
	}
	say    func(said)
	cannot map[string]string // rows for which the vendor has no words, with the reason
}

// faultRow is a fault.
type faultRow struct {
	name string
	play func(b *faultBook)
}

// faultBook is a sportsbook behind an adapter.
type faultBook struct {
	*bettest.Book
	t      *testing.T
	feed   *faultFeed
	settle *settle.Service
	cursor string
	member string
}

// hear makes the feed say something, and reads it.
func (b *faultBook) hear(s said) sports.Outcome {
	b.t.Helper()
	b.feed.say(s)
	return b.read()
}

func (b *faultBook) read() sports.Outcome {
	b.t.Helper()
	batch, err := b.feed.source.Next(b.t.Context(), b.cursor)
	require.NoError(b.t, err)
	out, err := b.Sports.Apply(b.t.Context(), b.feed.dir, b.cursor, batch)
	require.NoError(b.t, err)
	b.cursor = batch.Cursor
	return out
}

// bet places a bet on the home side.
func (b *faultBook) bet() string {
	b.t.Helper()
	return b.Place(b.member, 10_000, b.Home(b.feed.match)).ID
}

// refuses checks that no bet is taken.
func (b *faultBook) refuses() {
	b.t.Helper()
	_, err := b.Bets.Place(b.t.Context(), b.Order(b.member, 20_000, b.Home(b.feed.match)))
	require.Error(b.t, err)
}

// settled does all jobs of settlement.
func (b *faultBook) settled() {
	b.t.Helper()
	for {
		_, _, late, err := b.settle.CompareLate(b.t.Context())
		require.NoError(b.t, err)
		_, ok, err := b.settle.Next(b.t.Context())
		require.NoError(b.t, err)
		if !ok && !late {
			return
		}
	}
}

// age makes all that the feed said older.
func (b *faultBook) age(by time.Duration) {
	b.t.Helper()
	for _, sql := range []string{
		`UPDATE sports_event SET changed_at = changed_at - $1::interval`, `UPDATE sports_market SET quoted_at = quoted_at - $1::interval`,
		`UPDATE sports_cursor SET vouched_at = vouched_at - $1::interval`,
	} {
		_, err := b.DB.Exec(b.t.Context(), sql, by)
		require.NoError(b.t, err)
	}
}

func (b *faultBook) suspended() (yes bool) {
	b.t.Helper()
	require.NoError(b.t, b.DB.QueryRow(b.t.Context(), `SELECT suspended FROM sports_event WHERE feed_id = $1`, b.feed.match).Scan(&yes))
	return yes
}

func soon() time.Time { return clock.System{}.Now().Add(25 * time.Minute) }

func ago(d time.Duration) time.Time { return clock.System{}.Now().Add(-d) }

var faultRows = []faultRow{
	// Nothing comes any more: prices grow old, and no bet is taken.
	{"silence", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		b.bet()
		b.age(2 * time.Hour)
		n, err := b.Sports.SuspendStale(b.t.Context(), b.feed.dir)
		require.NoError(b.t, err)
		require.Positive(b.t, n)
		b.refuses()
	}},
	// A match in play is not told any more, while its feed goes on: suspended, and void after 48 hours.
	{"vanishing", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		id := b.bet()
		b.hear(said{starts: ago(0), state: fixture.Live})
		b.hear(said{})
		b.age(20 * time.Minute)
		_, err := b.Sports.SuspendLost(b.t.Context())
		require.NoError(b.t, err)
		require.True(b.t, b.suspended())
		b.refuses()
		_, err = b.DB.Exec(b.t.Context(), `UPDATE sports_event SET starts_at = starts_at - interval '49 hours'`)
		require.NoError(b.t, err)
		n, err := b.Sports.VoidLost(b.t.Context())
		require.NoError(b.t, err)
		require.Equal(b.t, 1, n)
		b.settled()
		require.Equal(b.t, "void: void 0 0", b.State(id))
	}},
	// The first word of a match in play says that it began before a bet was placed on it: the bet is void.
	{"late", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		id := b.bet()
		b.hear(said{starts: ago(15 * time.Minute), state: fixture.Live, clock: 900})
		b.hear(said{starts: ago(15 * time.Minute), state: fixture.Ended, score: odds.Score{Home: 1}, result: &odds.Score{Home: 1}})
		b.settled()
		require.Equal(b.t, "void: void 0 0", b.State(id))
		found, err := b.Bets.Find(b.t.Context(), b.member, id)
		require.NoError(b.t, err)
		require.Equal(b.t, bet.AfterStart, found.Legs[0].Late)
	}},
	// A result of a match that has not begun pays nothing.
	{"early", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		id := b.bet()
		b.hear(said{starts: soon(), state: fixture.Ended, score: odds.Score{Home: 1}, result: &odds.Score{Home: 1}})
		b.settled()
		require.Equal(b.t, "open: open 10000 0", b.State(id))
	}},
	// Another result than before pays no bet twice, and moves none without staff.
	{"contradicting", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		id := b.bet()
		b.hear(said{starts: ago(0), state: fixture.Live})
		b.hear(said{starts: ago(0), state: fixture.Ended, score: odds.Score{Home: 1}, result: &odds.Score{Home: 1}})
		b.settled()
		require.Equal(b.t, "won: closed 10000 20000", b.State(id))
		b.hear(said{starts: ago(0), state: fixture.Ended, score: odds.Score{Away: 1}, result: &odds.Score{Away: 1}})
		b.settled()
		require.Equal(b.t, "won: closed 10000 20000", b.State(id))
	}},
	// A match that was called off by mistake and played: its bets stay void, and are listed because the outcome is known.
	{"called off by mistake", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		id := b.bet()
		b.hear(said{starts: ago(0), state: fixture.Cancelled})
		b.settled()
		require.Equal(b.t, "void: void 0 0", b.State(id))
		b.hear(said{starts: ago(0), state: fixture.Live})
		b.hear(said{starts: ago(0), state: fixture.Ended, score: odds.Score{Home: 1}, result: &odds.Score{Home: 1}})
		b.settled()
		require.Equal(b.t, "void: void 0 0", b.State(id))
		n, err := b.settle.Outdated(b.t.Context())
		require.NoError(b.t, err)
		require.Equal(b.t, 1, n)
	}},
	// A repetition changes nothing.
	{"repeated", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		id := b.bet()
		b.hear(said{starts: ago(0), state: fixture.Live})
		for range 3 {
			b.hear(said{starts: ago(0), state: fixture.Ended, score: odds.Score{Home: 1}, result: &odds.Score{Home: 1}})
			b.settled()
			require.Equal(b.t, "won: closed 10000 20000", b.State(id))
		}
	}},
	// A change that is older by its number and comes later is not believed.
	{"swapped", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		id := b.bet()
		b.hear(said{starts: ago(0), state: fixture.Live, score: odds.Score{Home: 2}, seq: 1_000})
		b.hear(said{starts: ago(0), state: fixture.Live, score: odds.Score{Home: 1}, seq: 900, at: ago(time.Minute)})
		b.hear(said{starts: ago(0), state: fixture.Ended, score: odds.Score{Home: 2}, result: &odds.Score{Home: 2}, seq: 1_100})
		b.settled()
		require.Equal(b.t, "won: closed 10000 20000", b.State(id))
	}},
	// A clock ahead of ours moves no start into the future, and one behind it none before what it counted.
	{"other clock", func(b *faultBook) {
		b.hear(said{starts: soon(), state: fixture.Scheduled})
		id := b.bet()
		b.hear(said{starts: ago(-time.Hour), state: fixture.Live, clock: 900, at: ago(-time.Hour)})
		b.settled()
		require.Equal(b.t, "void: void 0 0", b.State(id), "it has been in play for a quarter of an hour")
	}},
}

// faultFeeds are all adapters.
var faultFeeds = map[string]func(t *testing.T) *faultFeed{"sim": simFaults, "oddsapi": oddsFaults, "footballdata": filesFaults}

func TestEveryFeedStandsTheTableOfFaults(t *testing.T) {
	t.Parallel()
	for name, make := range faultFeeds {
		for _, row := range faultRows {
			t.Run(name+"/"+row.name, func(t *testing.T) {
				t.Parallel()
				feed := make(t)
				if why, cannot := feed.cannot[row.name]; cannot {
					require.NotEmpty(t, why)
					return
				}
				b := &faultBook{Book: bettest.New(t), t: t, feed: feed}
				b.settle, b.member = settle.New(b.DB, b.Bets, settle.Options{}), b.Member(1_000_000)
				row.play(b)
				b.Sound()
			})
		}
	}
}

// An adapter that makes batches of changes is in the table, and a reason is of a row that there is.
func TestTheTableOfFaultsHasEveryFeed(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../*/*.go")
	require.NoError(t, err)
	found := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if dir := filepath.Base(filepath.Dir(file)); dir != "feedtest" && strings.Contains(string(text), "(fixture.Batch, error)") {
			found[dir] = true
		}
	}
	rows := map[string]bool{}
	for _, row := range faultRows {
		rows[row.name] = true
	}
	require.Len(t, found, len(faultFeeds))
	for dir := range found {
		require.Contains(t, faultFeeds, dir)
		feed := faultFeeds[dir](t)
		require.Equal(t, dir, feed.dir)
		for row := range feed.cannot {
			require.True(t, rows[row], row)
		}
	}
}

// vendorChanges are the changes of the table's match, for a vendor that speaks in changes.
func vendorChanges(s said, at time.Time, seq func() int64) (all []fixture.Change) {
	add := func(c fixture.Change) {
		c.Seq, c.At = seq(), at
		all = append(all, c)
	}
	add(fixture.Change{League: &fixture.League{ID: "l", Sport: odds.Soccer, Names: map[string]string{"en": "League"}}})
	for _, team := range []string{"h", "a"} {
		add(fixture.Change{Team: &fixture.Team{ID: team, Sport: odds.Soccer, Names: map[string]string{"en": "Team " + team}}})
	}
	if s.state == "" {
		return all
	}
	add(fixture.Change{Event: &fixture.Event{
		ID: "m", Sport: odds.Soccer, League: "l", Home: "h", Away: "a", StartsAt: s.starts, State: s.state, Clock: s.clock, Score: s.score,
	}})
	if s.state == fixture.Scheduled || s.state == fixture.Live {
		add(fixture.Change{Market: &fixture.Market{Event: "m", Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Home, Price: 2000}, {Key: odds.Draw, Price: 3400}, {Key: odds.Away, Price: 3900},
		}}})
	}
	if s.result != nil {
		add(fixture.Change{Result: &fixture.Result{Event: "m", Full: *s.result}})
	}
	return all
}

func simFaults(t *testing.T) *faultFeed {
	t.Helper()
	page, n, last := []byte(nil), 0, int64(0)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(page) }))
	t.Cleanup(server.Close)
	client := sim.New(server.URL, func(context.Context, http.Header, string, []byte, time.Time) error { return nil }, clock.System{})
	t.Cleanup(client.Close)
	return &faultFeed{dir: "sim", match: "m", source: client, say: func(s said) {
		now := clock.System{}.Now()
		at := now
		if !s.at.IsZero() {
			at = s.at
		}
		if s.seq > 0 {
			last = s.seq - 1
		}
		n++
		changes := vendorChanges(s, at, func() int64 { last++; return last })
		if s.seq > 0 { // the whole of it has one number
			for i := range changes {
				changes[i].Seq = s.seq
			}
			last = s.seq
		}
		var err error
		page, err = json.Marshal(map[string]any{"cursor": strconv.Itoa(n), "vouched": now, "changes": changes})
		require.NoError(t, err)
	}}
}

func oddsFaults(t *testing.T) *faultFeed {
	t.Helper()
	server := newOddsServer(t)
	feed, err := oddsapi.NewFeed(newOddsClient(t, server.URL), clock.System{}, oddsOptions("soccer_epl"))
	require.NoError(t, err)
	wire := func(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }
	return &faultFeed{
		dir: "oddsapi", match: "e1", source: feed,
		cannot: map[string]string{
			"called off by mistake": "it has no word for a match that is called off: such a match vanishes",
			"swapped":               "each answer is the whole state, numbered when it is asked for",
			"other clock":           "it has no clock of its own: answers are of the moment of the question",
		},
		say: func(s said) {
			prices, scores := "[]", "[]"
			if s.state != "" {
				head := fmt.Sprintf(`"id":"e1","sport_key":"soccer_epl","sport_title":"EPL","commence_time":"%s","home_team":"Leeds","away_team":"Wolves"`, wire(s.starts))
				if s.state != fixture.Ended {
					prices = fmt.Sprintf(`[{%s,"bookmakers":[{"key":"pinnacle","title":"T","last_update":"%s","markets":[{"key":"h2h","last_update":"%s","outcomes":[
						{"name":"Leeds","price":2},{"name":"Draw","price":3.4},{"name":"Wolves","price":3.9}]}]}]}]`, head, wire(ago(0)), wire(ago(0)))
				} else {
					scores = fmt.Sprintf(`[{%s,"completed":true,"scores":[{"name":"Leeds","score":"%d"},{"name":"Wolves","score":"%d"}],"last_update":"%s"}]`,
						head, s.score.Home, s.score.Away, wire(ago(0)))
				}
			}
			server.mu.Lock()
			defer server.mu.Unlock()
			server.answers["/v4/sports/soccer_epl/odds"], server.answers["/v4/sports/soccer_epl/scores"] = prices, scores
		},
	}
}

// filesFaults is a file that is replayed: it has one match, which begins in 25 minutes.
func filesFaults(t *testing.T) *faultFeed {
	t.Helper()
	const fixed = "a file has each match once, with its start and its end, and is played by our own clock"
	m := footballdata.Match{Division: "E0", Home: "Leeds", Away: "Wolves", StartsAt: time.Date(2024, 8, 17, 14, 0, 0, 0, time.UTC), Full: &odds.Score{Home: 1}}
	m.Markets = []fixture.Market{{Kind: odds.OneXTwo, Period: odds.Full, Prices: []fixture.Price{
		{Key: odds.Home, Price: 2000}, {Key: odds.Draw, Price: 3400}, {Key: odds.Away, Price: 3900},
	}}}
	replay, err := footballdata.NewReplay([]footballdata.Match{m}, clock.System{}, footballdata.Options{Speed: 1, Lead: 25 * time.Minute})
	require.NoError(t, err)
	return &faultFeed{
		dir: "footballdata", match: m.ID(), source: replay, say: func(said) {},
		cannot: map[string]string{
			"vanishing": fixed, "late": fixed, "early": fixed, "contradicting": fixed, "called off by mistake": fixed, "repeated": fixed, "swapped": fixed, "other clock": fixed,
		},
	}
}
