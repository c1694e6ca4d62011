package server

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	feed "hubstake/internal/feed/sim"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/signature"
	"hubstake/internal/sim/sports"
)

// reader is the operator's reader of the sports feed.
func (s *shop) reader(clk clock.Clock) *feed.Client {
	s.t.Helper()
	sign := func(_ context.Context, h http.Header, path string, body []byte, now time.Time) error {
		signature.Sign(h, key[:], now, strings.TrimPrefix(path, "/v1/"), body)
		return nil
	}
	c := feed.New(s.url, sign, clk)
	s.t.Cleanup(c.Close)
	return c
}

// readAll reads the feed to its end.
func readAll(t *testing.T, c *feed.Client, cursor string) (next string, all []fixture.Change) {
	t.Helper()
	for {
		b, err := c.Next(t.Context(), cursor)
		require.NoError(t, err)
		all, cursor = append(all, b.Changes...), b.Cursor
		if !b.More {
			return cursor, all
		}
	}
}

func TestTheOperatorReadsTheSportsFeed(t *testing.T) {
	t.Parallel()
	clk := clock.NewManual(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC))
	s := newShopAt(t, "development", clk)
	c := s.reader(clk)
	cursor, all := readAll(t, c, "")
	require.Greater(t, len(all), 2000)
	for _, change := range all {
		require.Empty(t, change.Check())
	}
	clk.Advance(20 * time.Second)
	b, err := c.Next(t.Context(), cursor)
	require.NoError(t, err)
	require.NotEmpty(t, b.Changes)
	require.Equal(t, clk.Now(), b.Vouched)
	want, err := sports.New(0).Changes(cursor, clk.Now(), sports.MostChanges)
	require.NoError(t, err)
	require.Equal(t, want.Changes, b.Changes, "what the calendar says survives the way over the wire")
	require.Equal(t, want.Cursor, b.Cursor)

	_, err = c.Next(t.Context(), "nonsense")
	require.ErrorIs(t, err, feed.ErrCursor)
}

func TestTheSportsFeedIsForTheOperatorOnly(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	require.Equal(t, http.StatusUnauthorized, s.post("/v1/sports/changes", ChangesRequest{}, false, nil))
	require.Equal(t, http.StatusOK, s.post("/v1/sports/changes", ChangesRequest{Limit: 1}, true, nil))
	require.Equal(t, http.StatusBadRequest, s.post("/v1/sports/changes", ChangesRequest{Limit: -1}, true, nil))
	require.Equal(t, http.StatusBadRequest, s.post("/v1/sports/changes", ChangesRequest{Limit: 2001}, true, nil))
	require.Equal(t, http.StatusUnprocessableEntity, s.post("/v1/sports/changes", ChangesRequest{After: "1.2.3"}, true, nil))
}

func TestTheSportsFeedMisbehavesOnDemand(t *testing.T) {
	t.Parallel()
	clk := clock.NewManual(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC))
	s := newShopAt(t, "development", clk)
	c := s.reader(clk)
	cursor, _ := readAll(t, c, "")
	clk.Advance(time.Minute)
	require.Equal(t, http.StatusOK, s.post("/faults", chaos.Settings{Sports: chaos.SportsSilent, Times: 1}, false, nil))
	b, err := c.Next(t.Context(), cursor)
	require.NoError(t, err)
	require.Equal(t, fixture.Batch{Cursor: cursor, Inner: true, Changes: []fixture.Change{}}, b)
	b, err = c.Next(t.Context(), cursor)
	require.NoError(t, err)
	require.NotEmpty(t, b.Changes, "the fault ended by itself, and nothing is lost")

	require.Equal(t, http.StatusOK, s.post("/faults", chaos.Settings{Outage: chaos.OutageError}, false, nil))
	_, err = c.Next(t.Context(), cursor)
	require.ErrorIs(t, err, feed.ErrDown)
	require.Equal(t, http.StatusOK, s.post("/faults", chaos.Settings{Outage: chaos.OutageRefuse}, false, nil))
	_, err = c.Next(t.Context(), cursor)
	require.ErrorIs(t, err, feed.ErrDown)
}
