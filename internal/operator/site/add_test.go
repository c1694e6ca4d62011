package site_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestASiteIsMadeOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	s := site.New(db, clock.NewManual(time.Unix(0, 0)))
	ctx, by := t.Context(), audit.Actor{ID: "shell:root"}
	n := site.NewSite{ID: "first", Name: " First ", Hosts: []string{"Play.Test", "play.test"}, Options: []byte(`{"currency":"VND","timeZone":"Asia/Ho_Chi_Minh"}`)}
	require.NoError(t, s.Add(ctx, by, n))
	got, err := s.Get(ctx, "first")
	require.NoError(t, err)
	require.Equal(t, []string{"First", "VND"}, []string{got.Name, got.Options.Currency})
	id, err := s.ByHost(ctx, "play.test")
	require.NoError(t, err)
	require.Equal(t, "first", id)
	require.ErrorIs(t, s.Add(ctx, by, n), site.ErrExists)

	for want, bad := range map[string]site.NewSite{
		"is a host of the site first": {ID: "second", Name: "S", Hosts: []string{"play.test"}, Options: []byte("{}")},
		"is no ID":                    {ID: "Second", Name: "S", Hosts: []string{"s.test"}, Options: []byte("{}")},
		"a name has":                  {ID: "second", Name: " ", Hosts: []string{"s.test"}, Options: []byte("{}")},
		"is no host name":             {ID: "second", Name: "S", Hosts: []string{"http://s.test"}, Options: []byte("{}")},
		"needs a host":                {ID: "second", Name: "S", Options: []byte("{}")},
		"unknown field":               {ID: "second", Name: "S", Hosts: []string{"s.test"}, Options: []byte(`{"speed":1}`)},
	} {
		require.ErrorContains(t, s.Add(ctx, by, bad), want)
	}
	ids, err := site.IDs(ctx, db)
	require.NoError(t, err)
	require.Equal(t, []string{"first"}, ids, "what was refused changed nothing")
}

// The wallets of members would stay in the old currency, and every login be a fault (D-67).
func TestACurrencyIsFixedOnceAMemberHasAWallet(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	factory.Site(t, db)
	change := func(options string) error {
		_, err := db.Exec(t.Context(), "UPDATE site_site SET options = options || $1::jsonb", options)
		return err
	}
	require.NoError(t, change(`{"currency":"VND"}`), "no wallet yet")
	require.NoError(t, change(`{"currency":"KRW"}`))
	factory.Member(t, db)
	require.ErrorContains(t, change(`{"currency":"VND"}`), "its currency is fixed")
	require.NoError(t, change(`{"currency":"KRW","sessionHours":9}`), "another option")
}
