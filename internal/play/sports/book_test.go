package sports_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// shelf is a book with two leagues of soccer and one of tennis: M1 … M5, of which M2 is in play and M5 has ended.
func shelf(t *testing.T) *book {
	t.Helper()
	b := newBook(t)
	leagueOf := func(id string, sport odds.Sport, rank int, names map[string]string) fixture.Change {
		return b.change(fixture.Change{League: &fixture.League{ID: id, Sport: sport, Country: "KR", Rank: rank, Names: names}})
	}
	teamOf := func(id string, sport odds.Sport, names map[string]string) fixture.Change {
		return b.change(fixture.Change{Team: &fixture.Team{ID: id, Sport: sport, Names: names}})
	}
	event := func(id, league, home, away string, sport odds.Sport, starts time.Duration, state fixture.EventState) fixture.Change {
		return b.change(fixture.Change{Event: &fixture.Event{ID: id, Sport: sport, League: league, Home: home, Away: away, StartsAt: noon.Add(starts), State: state}})
	}
	prices := func(m string, c fixture.Change) fixture.Change {
		c.Market.Event = m
		return b.change(c)
	}
	out := b.apply(
		leagueOf("L1", odds.Soccer, 2, map[string]string{"en": "First Division", "ko": "1부 리그"}),
		leagueOf("L2", odds.Soccer, 1, map[string]string{"en": "Cup"}),
		leagueOf("L3", odds.Tennis, 1, map[string]string{"": "feed tour"}),
		teamOf("A", odds.Soccer, map[string]string{"en": "Seoul 100%", "ko": "서울", "vn": "Hà Nội"}), teamOf("B", odds.Soccer, map[string]string{"en": "Busan_FC"}),
		teamOf("C", odds.Tennis, map[string]string{"": "Player C"}), teamOf("D", odds.Tennis, map[string]string{"th": "ผู้เล่น"}),
		event("M1", "L1", "A", "B", odds.Soccer, 2*time.Hour, fixture.Scheduled), event("M2", "L1", "B", "A", odds.Soccer, -time.Hour, fixture.Live),
		event("M3", "L2", "A", "B", odds.Soccer, 26*time.Hour, fixture.Scheduled), event("M4", "L3", "C", "D", odds.Tennis, 2*time.Hour, fixture.Scheduled),
		event("M5", "L2", "B", "A", odds.Soccer, -3*time.Hour, fixture.Ended),
		prices("M1", oneXTwo(2000, 3400, 3900)), prices("M1", total(10, 1900, 1900)), prices("M1", total(14, 3000, 1350)),
	)
	require.Empty(t, out.Parked)
	return b
}

// names are those of the matches, home first.
func names(list []sports.Fixture) (out []string) {
	for _, f := range list {
		out = append(out, f.Home+" – "+f.Away)
	}
	return out
}

func (b *book) matches(want sports.Wanted) []sports.Fixture {
	b.t.Helper()
	list, next, err := b.s.Matches(b.ctx, "demo", "ko", want, sports.After{}, sports.MaxPage)
	require.NoError(b.t, err)
	require.Nil(b.t, next)
	return list
}

func TestTheTreeCountsWhatCanBeBetOn(t *testing.T) {
	t.Parallel()
	b := shelf(t)
	tree, err := b.s.Tree(b.ctx, "demo", "ko")
	require.NoError(t, err)
	for _, sport := range tree {
		for i := range sport.Leagues {
			require.Positive(t, sport.Leagues[i].ID)
			sport.Leagues[i].ID = 0
		}
	}
	require.Equal(t, []sports.SportCount{
		{Sport: odds.Soccer, Live: 1, Upcoming: 2, Leagues: []sports.LeagueCount{
			{Name: "Cup", Country: "KR", Upcoming: 1}, {Name: "1부 리그", Country: "KR", Live: 1, Upcoming: 1},
		}},
		{Sport: odds.Tennis, Upcoming: 1, Leagues: []sports.LeagueCount{{Name: "feed tour", Country: "KR", Upcoming: 1}}},
	}, tree)
	b.clk.Advance(3 * time.Hour) // M1 and M4 have not begun in the feed's words, but no bet on them is taken any more
	tree, err = b.s.Tree(b.ctx, "demo", "en")
	require.NoError(t, err)
	require.Len(t, tree, 1)
	require.Equal(t, []int{1, 1}, []int{tree[0].Live, tree[0].Upcoming})
}

func TestMatchesAreFoundBySportLeagueDayAndName(t *testing.T) {
	t.Parallel()
	b := shelf(t)
	id := func(feedID string) int64 {
		return one[int64](b, `SELECT id FROM sports_event WHERE feed_id = $1`, feedID)
	}
	league := one[int64](b, `SELECT league_id FROM sports_event WHERE feed_id = 'M1'`)
	all := []string{"Busan_FC – 서울", "서울 – Busan_FC", "Player C – ผู้เล่น", "서울 – Busan_FC"}
	for name, c := range map[string]struct {
		want sports.Wanted
		list []string
	}{
		"all, the earliest first": {sports.Wanted{}, all},
		"a sport":                 {sports.Wanted{Sport: odds.Tennis}, all[2:3]},
		"a league":                {sports.Wanted{League: league}, all[:2]},
		"in play":                 {sports.Wanted{Live: true}, all[:1]},
		"a day":                   {sports.Wanted{From: noon.Add(time.Hour), To: noon.Add(26 * time.Hour)}, all[1:3]},
		"favourites":              {sports.Wanted{IDs: []int64{id("M3"), id("M5")}}, all[3:]},
		"no favourite":            {sports.Wanted{IDs: []int64{}}, nil},
		"a team in another language than the reader's": {sports.Wanted{Search: "hà nội"}, []string{all[0], all[1], all[3]}},
		"a league's name":                  {sports.Wanted{Search: "CUP"}, all[3:]},
		"a percent sign is a percent sign": {sports.Wanted{Search: "0%"}, []string{all[0], all[1], all[3]}},
		"and matches nothing else":         {sports.Wanted{Search: "u%n"}, nil},
		"an underscore, too":               {sports.Wanted{Search: "n_f", Sport: odds.Soccer}, []string{all[0], all[1], all[3]}},
		"one letter is no search":          {sports.Wanted{Search: "x"}, all},
		"in no language":                   {sports.Wanted{Search: "rovers"}, nil},
	} {
		require.Equal(t, c.list, names(b.matches(c.want)), name)
	}
	m1 := b.matches(sports.Wanted{IDs: []int64{id("M1")}})[0]
	require.Equal(t, 3, m1.Count)
	require.Len(t, m1.Markets, 2, "1X2 and the main line of the total")
	require.Equal(t, odds.Line(10), m1.Markets[1].Line)
	require.Equal(t, []any{"1부 리그", "KR", noon.Add(2 * time.Hour)}, []any{m1.LeagueName, m1.Country, m1.Progress.StartsAt})

	whole, err := b.s.Match(b.ctx, "demo", "en", id("M1"))
	require.NoError(t, err)
	require.Len(t, whole.Markets, 3)
	require.Equal(t, "Seoul 100%", whole.Home)
	ended, err := b.s.Match(b.ctx, "demo", "en", id("M5"))
	require.NoError(t, err)
	require.Equal(t, fixture.Ended, ended.Progress.State)
	_, err = b.s.Match(b.ctx, "demo", "en", 999)
	require.ErrorIs(t, err, sports.ErrNoMatch)
}

func TestASiteDoesNotListWhatItDoesNotOffer(t *testing.T) {
	t.Parallel()
	b := shelf(t)
	cup := one[int64](b, `SELECT league_id FROM sports_event WHERE feed_id = 'M3'`)
	_, err := b.db.Exec(b.ctx, `INSERT INTO sports_off (site_id, sport, league_id, set_by, at) VALUES ('demo', 'tennis', 0, 'kim', now()), ('demo', 'soccer', $1, 'kim', now())`, cup)
	require.NoError(t, err)
	require.Len(t, b.matches(sports.Wanted{}), 2)
	tree, err := b.s.Tree(b.ctx, "demo", "en")
	require.NoError(t, err)
	require.Len(t, tree, 1)
	require.Len(t, tree[0].Leagues, 1)
	_, err = b.s.Match(b.ctx, "demo", "en", one[int64](b, `SELECT id FROM sports_event WHERE feed_id = 'M3'`))
	require.ErrorIs(t, err, sports.ErrNoMatch)
	elsewhere, _, err := b.s.Matches(b.ctx, "other", "en", sports.Wanted{}, sports.After{}, 10)
	require.NoError(t, err)
	require.Len(t, elsewhere, 4)
}

func TestPagesOfMatchesHaveEachMatchOnce(t *testing.T) {
	t.Parallel()
	b := shelf(t)
	const more = 23
	for i := range more { // several begin at the same time
		b.apply(b.change(match(func(e *fixture.Event) {
			e.ID, e.StartsAt = fmt.Sprintf("X%d", i), noon.Add(time.Duration(i/4)*time.Hour+time.Minute)
		})))
	}
	for _, size := range []int{-1, 1, 4, 26, 27, 500} {
		seen, after := map[int64]bool{}, sports.After{}
		for last := (sports.After{}); ; last = after {
			list, next, err := b.s.Matches(b.ctx, "demo", "en", sports.Wanted{}, after, size)
			require.NoError(t, err)
			require.LessOrEqual(t, len(list), max(size, 1))
			for _, f := range list {
				require.False(t, seen[f.ID])
				seen[f.ID] = true
				require.False(t, f.Progress.StartsAt.Before(last.StartsAt))
			}
			if next == nil {
				break
			}
			after = *next
		}
		require.Len(t, seen, 4+more, "%d", size)
	}
}
