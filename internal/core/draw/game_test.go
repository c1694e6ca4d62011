package draw_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/draw"
)

func TestGamesAreFoundByCode(t *testing.T) {
	t.Parallel()
	codes := []string{}
	for _, g := range draw.Games() {
		codes = append(codes, g.Code)
		got, ok := draw.Of(g.Code)
		require.True(t, ok)
		require.Equal(t, g, got)
		minutes := 5 * time.Minute
		if strings.HasSuffix(g.Code, "3") {
			minutes = 3 * time.Minute
		}
		require.Equal(t, minutes, g.Every, g.Code)
	}
	require.Equal(t, []string{"pwball", "ladders", "keno", "kenoladder", "eos3", "eos5", "coin3", "coin5", "meta3", "meta5"}, codes)
	_, ok := draw.Of("roulette")
	require.False(t, ok)
}

// The vectors were written by another program from the rules; the site reads them too.
func TestNumbersMakeTheirOutcome(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/outcomes.json")
	require.NoError(t, err)
	var vectors []struct {
		Game    string
		Numbers []int64
		Outcome string
	}
	require.NoError(t, json.Unmarshal(text, &vectors))
	games := map[string]int{}
	for _, v := range vectors {
		g, ok := draw.Of(v.Game)
		require.True(t, ok, v.Game)
		games[v.Game]++
		left := v.Numbers
		o := g.Draw(numbers(func(n int64) int64 {
			next := left[0]
			left = left[1:]
			require.Less(t, next, n)
			return next
		}))
		require.Empty(t, left)
		got, err := json.Marshal(o)
		require.NoError(t, err)
		require.Equal(t, v.Outcome, string(got))
	}
	require.Len(t, games, len(draw.Games()))
}

// Outcomes come back from their text as they were, with spaces and in any order of the members, and of each market one selection is paid at its price.
func TestADrawIsAnOutcomeThatIsPaid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(draw.Games()).Draw(t, "game")
		o := g.Draw(seeded(rapid.Uint64().Draw(t, "seed")))
		text, err := json.Marshal(o)
		require.NoError(t, err)
		require.NotContains(t, string(text), " ")
		back, err := draw.ParseOutcome(g, text)
		require.NoError(t, err)
		require.Equal(t, o, back)
		var members map[string]any
		require.NoError(t, json.Unmarshal(text, &members))
		other, err := json.MarshalIndent(members, "", " ") // in the order of the alphabet
		require.NoError(t, err)
		back, err = draw.ParseOutcome(g, other)
		require.NoError(t, err)
		require.Equal(t, o, back)

		for name := range members {
			less := map[string]any{}
			for k, v := range members {
				if k != name {
					less[k] = v
				}
			}
			missing, err := json.Marshal(less)
			require.NoError(t, err)
			_, err = draw.ParseOutcome(g, missing)
			require.ErrorIs(t, err, draw.ErrOutcome, "without %s", name)
		}

		for _, m := range g.Markets() {
			paid := 0
			for _, s := range m.Selections {
				got, err := g.Selection(s.Key)
				require.NoError(t, err)
				require.Equal(t, s, got)
				p, err := g.Pays(s.Key, o)
				require.NoError(t, err)
				if p != 0 {
					require.Equal(t, s.Price, p)
					paid++
				}
			}
			if m.Spots == nil {
				require.Equal(t, 1, paid, m.Key)
			}
		}
	})
}

func TestSpotsArePaidByTheirHits(t *testing.T) {
	t.Parallel()
	g, _ := draw.Of("keno")
	markets := g.Markets()
	table := markets[len(markets)-1].Spots
	rapid.Check(t, func(t *rapid.T) {
		o := g.Draw(seeded(rapid.Uint64().Draw(t, "seed"))).(draw.Keno)
		hit := rapid.SliceOfNDistinct(rapid.SampledFrom(o.Balls), 0, 5, rapid.ID).Draw(t, "hits")
		others := slices.DeleteFunc(upTo(70), func(n int) bool { return slices.Contains(o.Balls, n) })
		missed := rapid.SliceOfNDistinct(rapid.SampledFrom(others), 1, 5, rapid.ID).Draw(t, "misses")
		if rapid.Bool().Draw(t, "all hit") && len(hit) > 0 {
			missed = nil
		}
		picks := slices.Concat(hit, missed)
		slices.Sort(picks)
		key := spotsKey(picks)
		p, err := g.Pays(key, o)
		require.NoError(t, err)
		require.Equal(t, table[len(picks)-1].Pays[len(hit)], p)

		slices.Reverse(picks)
		if other := spotsKey(picks); other != key {
			_, err = g.Selection(other)
			require.ErrorIs(t, err, draw.ErrSelection, other)
		}
	})
}

func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i+1)
	}
	return all
}

func spotsKey(picks []int) string {
	return "spots:" + strings.ReplaceAll(strings.Trim(fmt.Sprint(picks), "[]"), " ", "-")
}

func TestOtherKeysAreRefused(t *testing.T) {
	t.Parallel()
	for code, keys := range map[string][]string{
		"pwball": {"", "power", "power.", "power.Odd", "power.odd ", " power.odd", "power.odd.odd", "odd", "end.odd", "power_range.e", "spots:1", "sum_range", "heads.0"},
		"meta3":  {"spots:1", "sum.under"},
		"keno": {
			"spots", "spots:", "spots.", "spots.1", "spots:0", "spots:71", "spots:01", "spots:+1", "spots:-1", "spots:1-", "spots:-", "spots:1-1", "spots:2-1", "spots:1--2",
			"spots:1-2-3-4-5-6-7-8-9-10-11", "spots:1, 2", "spots:1 ", "SPOTS:1", "spots:99999999999999999999", "spots:１", "sum_range.large", "power.odd",
		},
		"ladders": {"lines.2", "lines.5", "combo.left", "combo.left_5", "start.odd"},
		"coin3":   {"heads.4", "heads.-1", "first", "first.heads", "fourth.head", "same"},
	} {
		g, ok := draw.Of(code)
		require.True(t, ok)
		o := g.Draw(seeded(1))
		for _, key := range keys {
			_, err := g.Selection(key)
			require.ErrorIs(t, err, draw.ErrSelection, "%s: %q", code, key)
			_, err = g.Pays(key, o)
			require.ErrorIs(t, err, draw.ErrSelection, "%s: %q", code, key)
		}
	}
}

func TestAnOutcomeOfAnotherKindPaysNothing(t *testing.T) {
	t.Parallel()
	for _, g := range draw.Games() {
		key := g.Markets()[0].Selections[0].Key
		for _, other := range draw.Games() {
			_, err := g.Pays(key, other.Draw(seeded(1)))
			if other.Kind == g.Kind {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, draw.ErrOutcome)
			}
		}
		_, err := g.Pays(key, nil)
		require.ErrorIs(t, err, draw.ErrOutcome)
	}
}

func TestImpossibleOutcomesAreRefused(t *testing.T) {
	t.Parallel()
	keno := func(change func([]int)) string {
		balls := upTo(22)
		change(balls)
		text, _ := json.Marshal(draw.Keno{Balls: balls})
		return string(text)
	}
	for code, texts := range map[string][]string{
		"pwball": {
			``, `null`, `{}`, `[]`, `{"balls":[1,2,3,4,5]}`, `{"power":4}`, `{"balls":[1,2,3,4,5],"power":null}`, `{"balls":null,"power":1}`,
			`{"balls":[1,2,3,4,5],"power":10}`, `{"balls":[1,2,3,4,5],"power":-1}`, `{"balls":[1,2,3,4,5],"power":"1"}`, `{"balls":[1,2,3,4,5],"power":1.5}`,
			`{"balls":[1,2,3,4],"power":1}`, `{"balls":[1,2,3,4,5,6],"power":1}`, `{"balls":[1,2,3,4,4],"power":1}`, `{"balls":[1,2,3,4,29],"power":1}`,
			`{"balls":[0,2,3,4,5],"power":1}`, `{"balls":[null,2,3,4,5],"power":1}`, `{"balls":[-1,2,3,4,5],"power":1}`,
			`{"balls":[1,2,3,4,5],"power":1,"sum":15}`, `{"balls":[1,2,3,4,5],"power":1,"power":1}`, `{"Balls":[1,2,3,4,5],"power":1}`,
			`{"balls":[1,2,3,4,5],"power":1}{}`, `{"coins":["head","tail","head"]}`,
		},
		"meta3":   {`{"balls":[1,2,3,4,5],"power":1}`, `{"balls":[1,2,3,21],"power":1}`},
		"ladders": {`{"start":"left","lines":3,"end":"odd"}`, `{"start":"left","lines":4,"end":"even"}`, `{"start":"right","lines":3,"end":"even"}`, `{"start":"right","lines":4,"end":"odd"}`, `{"start":"left","lines":5,"end":"even"}`, `{"start":"middle","lines":3,"end":"even"}`, `{"start":"left","lines":3}`, `{"start":"left","lines":"3","end":"even"}`, `{}`},
		"keno": {
			keno(func(b []int) { b[21] = 1 }), keno(func(b []int) { b[0] = 71 }), keno(func(b []int) { b[0] = 0 }), `{"balls":[1]}`, `{}`, `{"balls":[1,2,3,4,5],"power":1}`,
		},
		"coin5": {`{"coins":["head","tail"]}`, `{"coins":["head","tail","head","head"]}`, `{"coins":["head","tail","Head"]}`, `{"coins":["head","tail",null]}`, `{"coins":"head"}`, `{}`},
	} {
		g, ok := draw.Of(code)
		require.True(t, ok)
		for _, text := range texts {
			o, err := draw.ParseOutcome(g, []byte(text))
			require.ErrorIs(t, err, draw.ErrOutcome, "%s: %s is %v", code, text, o)
			require.Nil(t, o)
		}
	}
}

func TestRoundsLieOnTheGrid(t *testing.T) {
	t.Parallel()
	g, _ := draw.Of("eos3")
	at := time.Date(2026, 1, 1, 0, 3, 0, 0, time.UTC)
	no := g.RoundAt(at.Add(-1))
	require.Equal(t, at, g.DrawTime(no))
	require.Equal(t, no+1, g.RoundAt(at), "the draw of a round is strictly after its betting")
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(draw.Games()).Draw(t, "game")
		at := time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds"))
		no := g.RoundAt(at)
		drawn := g.DrawTime(no)
		require.True(t, drawn.After(at))
		require.LessOrEqual(t, drawn.Sub(at), g.Every)
		require.Equal(t, no, drawn.Unix()/int64(g.Every.Seconds()))
		require.Equal(t, time.UTC, drawn.Location())
		require.Equal(t, no, g.RoundAt(drawn.Add(-1)))
		require.Equal(t, no+1, g.RoundAt(drawn))
	})
}
