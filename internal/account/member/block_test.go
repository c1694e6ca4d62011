package member_test

import (
	"context"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/factory"
)

func (w *world) block(ctx context.Context, kind, value string) error {
	return w.s.AddBlock(ctx, member.BlockAct{
		Actor: audit.Actor{ID: "staff1"}, Site: "demo", Kind: kind, Value: value, Reason: "fraud",
	})
}

func TestABlockedAddressIsRefusedBeforeThePassword(t *testing.T) { // U012, D-45
	t.Parallel()
	for typed, in := range map[string]map[string]bool{
		"192.0.2.7":        {"192.0.2.7": true, "192.0.2.8": false, "::ffff:192.0.2.7": true},
		"192.0.2.130/25":   {"192.0.2.128": true, "192.0.2.255": true, "192.0.2.127": false},
		" 10.0.0.0/8 ":     {"10.255.255.255": true, "11.0.0.0": false, "2001:db8::1": false},
		"2001:db8:5::/48":  {"2001:db8:5:ffff::9": true, "2001:db8:6::1": false, "192.0.2.7": false},
		"2001:db8::1":      {"2001:db8::1": true, "2001:db8::2": false},
		"::ffff:192.0.2.7": {"192.0.2.7": true, "192.0.2.6": false},
	} {
		w := newWorld(t, map[string]any{"multiLogin": "allow"})
		m := factory.Member(t, w.db)
		require.NoError(t, w.block(t.Context(), member.BlockIP, typed), typed)
		for ip, blocked := range in {
			o := credential.Origin{IP: netip.MustParseAddr(ip)}
			for _, password := range []credential.Secret{factory.Password, "Wrong1234"} {
				_, err := w.s.Login(t.Context(), credential.Credentials{Site: "demo", MemID: m.MemID, Password: password, Origin: o})
				require.Equal(t, blocked, is(err, fault.BlockedIP), "%s: %s: %v", typed, ip, err)
			}
			_, err := w.s.SignUp(t.Context(), "demo", member.Form{}, o)
			require.Equal(t, blocked, is(err, fault.BlockedIP), "%s: %s: %v", typed, ip, err)
		}
	}
}

// is reports whether err is that refusal.
func is(err error, f *fault.Fault) bool {
	got, ok := fault.Of(err)
	return ok && got.Is(f)
}

func TestWhatIsNoBlock(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for typed, want := range map[string]*fault.Fault{
		"": fault.IPRequired, "nonsense": fault.IPRequired, "192.0.2.7/33": fault.IPRequired, "0.0.0.0/0": fault.IPRequired,
		"10.0.0.0/7": fault.IPRequired, "2000::/3": fault.IPRequired, "fe80::1%eth0": fault.IPRequired, "::ffff:1.2.3.4/100": fault.IPRequired,
	} {
		require.ErrorIs(t, w.block(t.Context(), member.BlockIP, typed), want, typed)
	}
	require.ErrorIs(t, w.block(t.Context(), member.BlockPhone, "abc"), fault.BadPhone)
	require.ErrorIs(t, w.block(t.Context(), member.BlockAccount, "1"), fault.BadAccount)
	require.ErrorIs(t, w.block(t.Context(), "planet", "earth"), fault.Failed)
	require.ErrorIs(t, w.s.AddBlock(t.Context(), member.BlockAct{Site: "demo", Kind: member.BlockIP, Value: "192.0.2.7", Reason: " "}), fault.Failed)
	require.Equal(t, 0, one[int](t, w, "SELECT count(*) FROM member_block"))
}

func TestABlockedPhoneAndAccount(t *testing.T) { // U013, U014
	t.Parallel()
	w := newWorld(t, nil)
	p := factory.Partner(t, w.db)
	m := factory.Member(t, w.db, func(m *factory.M) { m.Phone, m.Number = "+821012345678", "110234567890" })
	other := factory.Member(t, w.db)
	f := form(p.MemID)
	f.Phone, f.Number = "010-9999-8888", "220-111-222333"
	for kind, c := range map[string]struct {
		ofMember, ofForm string
		refusal          *fault.Fault
	}{
		member.BlockPhone:   {"010-1234-5678", f.Phone, fault.BlockedPhone},
		member.BlockAccount: {"110-234-567890", f.Number, fault.BlockedAccount},
	} {
		in, err := w.login(t.Context(), m.MemID, factory.Password)
		require.NoError(t, err)
		stays, err := w.login(t.Context(), other.MemID, factory.Password)
		require.NoError(t, err)
		var mark int64
		w.events(t, &mark)
		require.NoError(t, w.block(t.Context(), kind, c.ofMember))
		require.Equal(t, []event.Event{{
			Site: "demo", Member: m.MemID, SID: in.SID, Cmd: event.Logout, Data1: "BLOCKED", Ver: in.Version + 1,
		}}, w.events(t, &mark), "a block holds at once")
		announced := w.announced[len(w.announced)-1]
		require.Equal(t, []any{in.SID, member.Ended}, []any{announced.SID, announced.State}, "the cache of sessions is told before the relay publishes")
		s, _, err := w.s.Session(t.Context(), stays.SID)
		require.NoError(t, err)
		require.Equal(t, member.Live, s.State)

		_, err = w.login(t.Context(), m.MemID, "Wrong1234")
		require.ErrorIs(t, err, fault.WrongPassword, "told after the right password only")
		_, err = w.login(t.Context(), m.MemID, factory.Password)
		require.ErrorIs(t, err, c.refusal)

		require.NoError(t, w.block(t.Context(), kind, c.ofForm))
		_, err = w.s.SignUp(t.Context(), "demo", f, origin)
		require.ErrorIs(t, err, c.refusal)

		blocks, total, err := w.s.Blocks(t.Context(), member.BlockSearch{Site: "demo", Kind: kind, Count: 10})
		require.NoError(t, err)
		require.EqualValues(t, 2, total)
		for _, b := range blocks {
			require.NoError(t, w.s.RemoveBlock(t.Context(), audit.Actor{ID: "staff1"}, "demo", b.ID))
		}
	}
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.NoError(t, err)
	require.Equal(t, 0, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE target LIKE '%10234567890%' OR target LIKE '%1012345678%'"), "masked")
}

func TestABlockIsOfItsSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	factory.Site(t, w.db, func(s *factory.S) { s.ID = "other" })
	there := factory.Member(t, w.db, func(m *factory.M) { m.Site = "other" })
	require.NoError(t, w.block(t.Context(), member.BlockIP, "192.0.2.0/24"))
	require.NoError(t, w.block(t.Context(), member.BlockIP, "192.0.2.99/24"), "the same once more")
	_, err := w.s.Login(t.Context(), credential.Credentials{Site: "other", MemID: there.MemID, Password: factory.Password, Origin: origin})
	require.NoError(t, err)
	list, total, err := w.s.Blocks(t.Context(), member.BlockSearch{Site: "demo", Text: "192.0.2", Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	require.Equal(t, []string{"192.0.2.0/24", "fraud", "staff1"}, []string{list[0].Value, list[0].Reason, list[0].By})
	require.ErrorIs(t, w.s.RemoveBlock(t.Context(), audit.Actor{ID: "staff1"}, "other", list[0].ID), fault.Failed, "as a missing one")
	none, _, err := w.s.Blocks(t.Context(), member.BlockSearch{Site: "demo", Text: "%", Count: 10})
	require.NoError(t, err)
	require.Empty(t, none)
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM audit_entry"), "what is blocked already is no action")
}

// A block with an end lifts itself: no job has to run.
func TestABlockThatEndsRefusesNothingAfterwards(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"multiLogin": "allow"})
	m := factory.Member(t, w.db, func(m *factory.M) { m.Phone, m.Number = "+821012345678", "110234567890" })
	f := form(factory.Partner(t, w.db).MemID)
	f.Phone, f.Number = "010-9999-8888", "220-111-222333"
	add := func(kind, value string, hours int) error {
		return w.s.AddBlock(t.Context(), member.BlockAct{
			Actor: audit.Actor{ID: "staff1"}, Site: "demo", Kind: kind, Value: value, Reason: "fraud", Hours: hours,
		})
	}
	for _, hours := range []int{-1, 366*24 + 1} {
		require.ErrorIs(t, add(member.BlockIP, "192.0.2.7", hours), fault.Failed)
	}
	list := func() map[string]member.Block {
		rows, _, err := w.s.Blocks(t.Context(), member.BlockSearch{Site: "demo", Count: 10})
		require.NoError(t, err)
		out := map[string]member.Block{}
		for _, b := range rows {
			out[b.Kind+" "+b.Value] = b
		}
		return out
	}
	require.NoError(t, add(member.BlockIP, origin.IP.String(), 1))
	require.NoError(t, add(member.BlockPhone, "010-1234-5678", 2))
	require.NoError(t, add(member.BlockAccount, "999-999-9999", 0))
	address := "ip " + origin.IP.String() + "/" + strconv.Itoa(origin.IP.BitLen())
	until := w.clk.Now().Add(time.Hour)
	require.Equal(t, []any{until, false}, []any{list()[address].Until.UTC(), list()[address].Over})
	require.Nil(t, list()["account 9999999999"].Until)

	require.NoError(t, add(member.BlockIP, origin.IP.String(), 1), "no longer than the one that there is")
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.BlockedIP)
	w.clk.Advance(time.Hour - time.Second)
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.BlockedIP, "to its last moment")
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.ErrorIs(t, err, fault.BlockedIP)
	w.clk.Advance(time.Second)
	require.True(t, list()[address].Over)
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.NoError(t, err)
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.BlockedPhone)
	w.clk.Advance(time.Hour)
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)

	require.NoError(t, add(member.BlockIP, origin.IP.String(), 5), "over, and blocked again")
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.BlockedIP)
	require.NoError(t, add(member.BlockIP, origin.IP.String(), 0), "for good")
	require.Nil(t, list()[address].Until)
	require.NoError(t, add(member.BlockIP, origin.IP.String(), 9))
	require.Nil(t, list()[address].Until, "a shorter one changes nothing")

	there := func(siteID string) int64 {
		n, err := w.s.ClearBlocks(t.Context(), audit.Actor{ID: "staff1"}, siteID)
		require.NoError(t, err)
		return n
	}
	require.EqualValues(t, 0, there("other"))
	require.EqualValues(t, 1, there("demo"), "the phone alone is over")
	require.EqualValues(t, 0, there("demo"))
	require.Len(t, list(), 2)
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE action = 'block.clear' AND detail->>'removed' = '1'"))
}
