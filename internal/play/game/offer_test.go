package game_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
)

var operator = audit.Actor{ID: "kim"}

func (h *hall) turn(o site.Offer, seen int64, off bool) error {
	h.t.Helper()
	return h.games.SwitchOffer(h.t.Context(), "demo", operator, o, seen, off, "the reels stick")
}

func (h *hall) do(o provider.Operation) provider.Status {
	h.t.Helper()
	a, err := h.wallet.Apply(h.t.Context(), "sim", o, "")
	require.NoError(h.t, err)
	return a.Status
}

func (h *hall) audited(action string) (n int) {
	h.t.Helper()
	require.NoError(h.t, h.db.QueryRow(h.t.Context(), `SELECT count(*) FROM audit_entry WHERE action = $1`, action).Scan(&n))
	return n
}

// S-61: launches and bets are refused at once, and what is under way finishes.
func TestAPartOfTheOfferThatIsSwitchedOffRefusesLaunchesAndBets(t *testing.T) {
	t.Parallel()
	for _, o := range []site.Offer{
		{Kind: site.OfferProvider, Key: "sim"}, {Kind: site.OfferGroup, Key: "slot"}, {Kind: site.OfferProduct, Key: "201"}, {Kind: site.OfferGame, Key: "moonjar"},
	} {
		t.Run(string(o.Kind), func(t *testing.T) {
			t.Parallel()
			h := enter(t)
			_, err := h.games.Launch(t.Context(), h.opening())
			require.NoError(t, err)
			token := (<-h.asked)["token"].(string)
			op := func(kind provider.Kind, tx, ref, round, amount string) provider.Operation {
				return provider.Operation{
					Kind: kind, Token: token, TxID: tx, RefTxID: ref, RoundID: round, Member: h.member, Currency: "KRW", Amount: amount, Game: map[bool]string{true: "moonjar"}[kind == provider.Bet],
					Closes: kind == provider.Win,
				}
			}
			require.Equal(t, provider.OK, h.do(op(provider.Bet, "b1", "", "r1", "100")))
			require.Equal(t, provider.OK, h.do(op(provider.Bet, "b2", "", "r2", "100")))

			require.NoError(t, h.turn(o, 0, true))
			_, err = h.games.Launch(t.Context(), h.opening())
			require.ErrorIs(t, err, fault.GameUnavailable)
			require.Empty(t, h.asked, "the vendor was not asked")
			require.Equal(t, provider.Maintenance, h.do(op(provider.Bet, "b3", "", "r3", "100")))
			require.Equal(t, provider.OK, h.do(op(provider.Win, "w1", "b1", "r1", "300")), "a bet under way is settled")
			require.Equal(t, provider.OK, h.do(op(provider.Rollback, "x2", "b2", "r2", "")), "or taken back")
			h.listed(o, false)

			require.NoError(t, h.turn(o, 1, false))
			require.Equal(t, provider.OK, h.do(op(provider.Bet, "b4", "", "r4", "100")))
			h.listed(o, true)
			require.Equal(t, 2, h.audited("site.offer"))
		})
	}
}

// listed looks for a part of the offer in what members are shown.
func (h *hall) listed(o site.Offer, want bool) {
	h.t.Helper()
	products, err := h.games.Products(h.t.Context(), "demo", "")
	require.NoError(h.t, err)
	games, err := h.games.Games(h.t.Context(), "demo", "201", "")
	all := map[bool]int{true: 4, false: 0}[want]
	switch o.Kind {
	case site.OfferGame:
		require.NoError(h.t, err)
		require.Len(h.t, games, map[bool]int{true: 4, false: 3}[want])
		all = 4
	case site.OfferProduct:
		all = map[bool]int{true: 4, false: 3}[want]
		fallthrough
	default:
		if want {
			require.NoError(h.t, err)
		} else {
			require.ErrorIs(h.t, err, fault.UnknownVendor)
		}
	}
	require.Len(h.t, products, all)
}

func TestASwitchOfTheOfferIsOfOneSite(t *testing.T) {
	t.Parallel()
	h := enter(t)
	factory.Site(t, h.db, func(s *factory.S) { s.ID = "other" })
	require.NoError(t, h.games.SwitchOffer(t.Context(), "other", operator, site.Offer{Kind: site.OfferGame, Key: "moonjar"}, 0, true, "not here"))
	_, err := h.games.Launch(t.Context(), h.opening())
	require.NoError(t, err)
	h.listed(site.Offer{Kind: site.OfferGame, Key: "moonjar"}, true)
	games, err := h.games.Games(t.Context(), "other", "201", "")
	require.NoError(t, err)
	require.Len(t, games, 3)
}

func TestASwitchOfTheOfferThatIsNotPossible(t *testing.T) {
	t.Parallel()
	h := enter(t)
	moonjar := site.Offer{Kind: site.OfferGame, Key: "moonjar"}
	for _, o := range []site.Offer{
		{},
		{Kind: "planet", Key: "x"},
		{Kind: site.OfferGame, Key: "nothing"},
		{Kind: site.OfferProduct, Key: "999"},
		{Kind: site.OfferGroup, Key: "bingo"},
		{Kind: site.OfferProvider, Key: "else"},
		{Kind: site.OfferGame, Key: "a\x00b"},
	} {
		require.ErrorIs(t, h.turn(o, 0, true), fault.Failed, "%q", o)
	}
	for _, reason := range []string{"", "  ", "a\nb", fmt.Sprintf("%0201d", 1)} {
		require.ErrorIs(t, h.games.SwitchOffer(t.Context(), "demo", operator, moonjar, 0, true, reason), fault.Failed)
	}
	require.ErrorIs(t, h.turn(moonjar, 3, true), fault.PaymentProblem, "a version that it never had")
	require.NoError(t, h.turn(moonjar, 0, false), "it is on: nothing to do")
	require.Zero(t, h.audited("site.offer"))
	h.listed(moonjar, true)
}

// Of many who saw the same switch one turns it; the others are told to look again.
func TestManySwitchTheSameGameAtOnce(t *testing.T) {
	t.Parallel()
	h := enter(t)
	const many = 20
	results := make([]error, many)
	var done sync.WaitGroup
	for i := range many {
		done.Go(func() {
			results[i] = h.games.SwitchOffer(t.Context(), "demo", operator, site.Offer{Kind: site.OfferGame, Key: "moonjar"}, 0, true, "at once")
		})
	}
	done.Wait()
	won := 0
	for _, err := range results {
		if err == nil {
			won++
			continue
		}
		require.ErrorIs(t, err, fault.PaymentProblem)
	}
	require.Equal(t, 1, won)
	require.Equal(t, 1, h.audited("site.offer"))
}

func TestStaffFindsGames(t *testing.T) {
	t.Parallel()
	h := enter(t)
	find := func(f game.GameSearch, count, skip int32) ([]string, int64) {
		t.Helper()
		found, total, err := h.games.FindGames(t.Context(), "demo", f, paging.Slice{Count: count, Skip: skip})
		require.NoError(t, err)
		codes := make([]string, len(found))
		for i, g := range found {
			codes[i] = g.Code
		}
		return codes, total
	}
	codes, total := find(game.GameSearch{}, 3, 3)
	require.Equal(t, []string{"harvest", "lanterns", "lotus"}, codes)
	require.EqualValues(t, 16, total)
	codes, _ = find(game.GameSearch{Text: "moon"}, 10, 0)
	require.Equal(t, []string{"moonjar", "harvest"}, codes)
	codes, _ = find(game.GameSearch{Text: "달항"}, 10, 0)
	require.Equal(t, []string{"moonjar"}, codes)
	codes, _ = find(game.GameSearch{Text: "%"}, 10, 0)
	require.Empty(t, codes, "taken literally")
	_, total = find(game.GameSearch{Product: "202", Provider: "sim"}, 10, 0)
	require.EqualValues(t, 4, total)
	_, total = find(game.GameSearch{Provider: "else"}, 10, 0)
	require.Zero(t, total)
	_, total = find(game.GameSearch{OnlyOff: true}, 10, 0)
	require.Zero(t, total)
	require.NoError(t, h.turn(site.Offer{Kind: site.OfferGame, Key: "koi"}, 0, true))
	codes, _ = find(game.GameSearch{OnlyOff: true}, 10, 0)
	require.Equal(t, []string{"koi"}, codes)
	_, _, err := h.games.FindGames(t.Context(), "demo", game.GameSearch{Text: fmt.Sprintf("%061d", 1)}, paging.Slice{Count: 1})
	require.ErrorIs(t, err, fault.Failed)

	require.NoError(t, h.turn(site.Offer{Kind: site.OfferGroup, Key: "slot"}, 0, true))
	found, _, err := h.games.FindGames(t.Context(), "demo", game.GameSearch{Text: "koi"}, paging.Slice{Count: 1})
	require.NoError(t, err)
	require.Equal(t, site.OfferGroup, found[0].Within)
	require.Equal(t, "the reels stick", found[0].Switch.Reason)
}

func TestStaffChangesHowAGameIsShown(t *testing.T) {
	t.Parallel()
	h := enter(t)
	show := game.Show{Position: 9, IsNew: true, Thumbnail: "/art/games/koi.svg"}
	change := func(code string, seen int32, to game.Show) error {
		return h.games.ChangeGame(t.Context(), "demo", operator, code, seen, to)
	}
	require.NoError(t, change("moonjar", 1, show))
	require.ErrorIs(t, change("moonjar", 1, game.Show{Thumbnail: show.Thumbnail}), fault.PaymentProblem, "it was changed since")
	require.NoError(t, change("moonjar", 2, show), "nothing to change")
	for _, bad := range []game.Show{
		{Position: -1, Thumbnail: show.Thumbnail},
		{Position: 10_000, Thumbnail: show.Thumbnail},
		{},
		{Thumbnail: "https://evil.test/x.svg"},
		{Thumbnail: "/art/../x.svg"},
	} {
		require.ErrorIs(t, change("moonjar", 2, bad), fault.Failed)
	}
	require.ErrorIs(t, change("nothing", 1, show), fault.Failed)
	games, err := h.games.Games(t.Context(), "demo", "201", "")
	require.NoError(t, err)
	last := games[len(games)-1]
	require.Equal(t, []any{"moonjar", true, false, "/art/games/koi.svg"}, []any{last.Code, last.IsNew, last.IsHot, last.Thumbnail})
	require.Equal(t, 1, h.audited("game.change"))
}
