package supporttest_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/platform/config"
	"hubstake/internal/sim/chat"
	"hubstake/internal/support/livechat"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var (
	chatNoon     = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	chatKeyBytes = []byte("a key of tests of thirty-two byt")
	chatKey      = config.Secret("k1=" + base64.RawURLEncoding.EncodeToString(chatKeyBytes))
	none         livechat.Widget
)

func openLiveChat(t *testing.T, provider string) (*livechat.Service, *clock.Manual, livechat.Customer) {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(chatNoon)
	m := factory.Member(t, db)
	svc, err := livechat.New(db, clk, livechat.Settings{Provider: provider, ClientID: "c1", LicenceID: "7", Key: chatKey}, "https://site.test")
	require.NoError(t, err)
	return svc, clk, livechat.Customer{Site: m.Site, Member: m.MemID, Name: m.Nick, Session: "s1", Ends: chatNoon.Add(2 * time.Hour)}
}

// The simulator's provider accepts our tokens and no others.
func TestTheProviderKnowsWhoTheMemberIs(t *testing.T) {
	svc, clk, c := openLiveChat(t, "sim")
	public := base64.RawURLEncoding.EncodeToString(ed25519.NewKeyFromSeed(chatKeyBytes).Public().(ed25519.PublicKey))
	desk, err := chat.NewDesk("c1", []string{"k1=" + public}, clk)
	require.NoError(t, err)
	tok, err := svc.Token(t.Context(), c, livechat.Widget{ClientID: "c1", LicenceID: "7", Redirect: "https://site.test/cs?a=1"}, false)
	require.NoError(t, err)
	require.Equal(t, c.Member+"@demo", tok.CustomerID)
	v, err := desk.Visitor(tok.Text)
	require.NoError(t, err)
	require.Equal(t, chat.Visitor{CustomerID: tok.CustomerID, Member: c.Member, Site: "demo", Name: c.Name}, v)
	clk.Advance(time.Hour)
	_, err = desk.Visitor(tok.Text)
	require.ErrorIs(t, err, chat.ErrIdentity, "an hour later it is over")
}

// As the providers' public documentation wants it.
func TestOtherProvidersReadTheirOwnClaims(t *testing.T) {
	t.Parallel()
	for provider, want := range map[string]map[string]string{
		"zendesk": {"scope": "user", "external_id": ""}, "intercom": {"user_id": ""},
	} {
		t.Run(provider, func(t *testing.T) {
			svc, clk, c := openLiveChat(t, provider)
			tok, err := svc.Token(t.Context(), c, none, false)
			require.NoError(t, err)
			claims := jwt.MapClaims{}
			parsed, err := jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithTimeFunc(clk.Now), jwt.WithExpirationRequired()).
				ParseWithClaims(tok.Text, claims, func(*jwt.Token) (any, error) { return chatKeyBytes, nil })
			require.NoError(t, err)
			require.Equal(t, "k1", parsed.Header["kid"])
			require.Equal(t, c.Name, claims["name"])
			for name, value := range want {
				if value == "" {
					value = tok.CustomerID
				}
				require.Equal(t, value, claims[name])
			}
		})
	}
}

func TestATokenIsGivenAgainUntilLittleIsLeftOfIt(t *testing.T) {
	svc, clk, c := openLiveChat(t, "sim")
	get := func(fresh bool) livechat.Token {
		t.Helper()
		tok, err := svc.Token(t.Context(), c, none, fresh)
		require.NoError(t, err)
		return tok
	}
	has := func(session string) bool {
		t.Helper()
		s, err := svc.Has(t.Context(), session, none)
		require.NoError(t, err)
		require.Equal(t, []string{"sim", "c1", "7"}, []string{s.Provider, s.ClientID, s.LicenceID})
		return s.HasToken
	}
	require.False(t, has("s1"))
	first := get(false)
	require.True(t, has("s1"))
	require.False(t, has("s2"), "another session has its own")
	clk.Advance(58 * time.Minute)
	require.Equal(t, first, get(false))
	clk.Advance(61 * time.Second)
	second := get(false)
	require.NotEqual(t, first.Text, second.Text)
	third := get(true)
	require.NotEqual(t, second.Text, third.Text, "fresh is fresh")
	require.Equal(t, third, get(false))
	clk.Advance(55 * time.Minute)
	require.Equal(t, c.Ends, get(true).ExpiresAt, "it never outlives its session")
	clk.Advance(time.Hour)
	require.False(t, has("s1"))
}

func TestOneTokenForASessionWhateverAsksAtOnce(t *testing.T) {
	svc, _, c := openLiveChat(t, "sim")
	texts := make(chan string, 20)
	var g errgroup.Group
	for range 20 {
		g.Go(func() error {
			tok, err := svc.Token(t.Context(), c, none, false)
			texts <- tok.Text
			return err
		})
	}
	require.NoError(t, g.Wait())
	close(texts)
	seen := map[string]bool{}
	for text := range texts {
		seen[text] = true
	}
	require.Len(t, seen, 1)
}

func TestUnknownWidgetIsRefused(t *testing.T) {
	svc, _, c := openLiveChat(t, "sim")
	for _, w := range []livechat.Widget{
		{ClientID: "c2"},
		{LicenceID: "8"},
		{Redirect: "https://evil.example"},
		{Redirect: "https://site.test@evil.example/"},
		{Redirect: "https://user@site.test/"},
		{Redirect: "//site.test"},
		{Redirect: "javascript:alert(1)"},
		{Redirect: "https://site.test.evil.example"},
		{Redirect: "%"},
	} {
		_, err := svc.Token(t.Context(), c, w, false)
		require.ErrorIs(t, err, fault.Failed, "%+v", w)
		_, err = svc.Has(t.Context(), c.Session, w)
		require.ErrorIs(t, err, fault.Failed, "%+v", w)
	}
}

func TestWithoutAProviderThereIsNoLiveChat(t *testing.T) {
	t.Parallel()
	svc, err := livechat.New(nil, clock.System{}, livechat.Settings{})
	require.NoError(t, err)
	s, err := svc.Has(t.Context(), "s1", none)
	require.NoError(t, err)
	require.Zero(t, s)
	_, err = svc.Token(t.Context(), livechat.Customer{}, none, false)
	require.ErrorIs(t, err, fault.Failed)
}

func TestSettingsThatCannotBeMeantStopTheStartAndAreNotShown(t *testing.T) {
	t.Parallel()
	for _, bad := range []livechat.Settings{
		{ClientID: "c1"},
		{Provider: "carrier-pigeon", ClientID: "c1", Key: chatKey},
		{Provider: "sim", Key: chatKey},
		{Provider: "sim", ClientID: "c1"},
		{Provider: "sim", ClientID: "c1", Key: "k1=c2hvcnQ"},
		{Provider: "zendesk", ClientID: "c1", Key: "k1=c2hvcnQ"},
		{Provider: "sim", ClientID: "c1", Key: "nokid"},
		{Provider: "sim", ClientID: "c1", Key: chatKey, Window: "javascript:alert(1)"},
		{Provider: "sim", ClientID: "c1", Key: chatKey, Window: "https://chat.test/#a"},
	} {
		_, err := livechat.New(nil, clock.System{}, bad)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "c2hvcnQ")
	}
}
