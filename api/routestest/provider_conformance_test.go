package routestest_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	api "hubstake/api/provider"
	"hubstake/internal/core/id"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/hub88"
	"hubstake/internal/play/provider/seamless"
)

// walletCall is a transaction of a provider, whatever its protocol is.
type walletCall struct {
	kind    provider.Kind
	tx, ref string
	round   string
	amount  string // decimal
	free    bool   // a campaign pays it
	token   string // "live", "dead" (of a window that was closed), "unknown"; empty: none is sent, nor a game
}

// walletReply is what the provider learned.
type walletReply struct {
	accepted bool
	raw      string
}

// walletProtocol sends a transaction in a protocol's own words.
type walletProtocol struct {
	*hub88Provider
	vendor string
	tokens map[string]string
	send   func(p *walletProtocol, c walletCall) walletReply
}

func sendSeamless(p *walletProtocol, c walletCall) walletReply {
	body := map[string]any{"tx_id": c.tx, "member_id": p.member, "currency": "KRW"}
	if c.round != "" {
		body["round_id"] = c.round
	}
	if c.kind != provider.Rollback {
		body["amount"] = c.amount
	}
	if c.ref != "" {
		body["ref_tx_id"] = c.ref
	}
	if c.free {
		body["campaign_id"] = "spring"
	}
	if c.token != "" {
		body["token"] = p.tokens[c.token]
	}
	text, err := json.Marshal(body)
	require.NoError(p.t, err)
	code, out := p.post("acme/"+string(c.kind), string(text))
	require.Equal(p.t, http.StatusOK, code, out)
	raw, err := json.Marshal(out)
	require.NoError(p.t, err)
	return walletReply{out["status"] == string(provider.OK), string(raw)}
}

func sendHub88(p *walletProtocol, c walletCall) walletReply {
	body := map[string]any{"user": p.member, "request_uuid": id.New(), "transaction_uuid": c.tx}
	if c.round != "" {
		body["round"] = c.round
	}
	if c.kind != provider.Rollback {
		units, ok := new(big.Rat).SetString(c.amount)
		require.True(p.t, ok, c.amount)
		units.Mul(units, big.NewRat(100_000, 1))
		require.True(p.t, units.IsInt(), c.amount)
		body["amount"], body["currency"] = units.Num().Int64(), "KRW"
	}
	if c.kind == provider.Win {
		body["round_closed"] = true
	}
	if c.ref != "" {
		body["reference_transaction_uuid"] = c.ref
	}
	if c.free {
		body["is_free"], body["reward_uuid"] = true, "a28f93f2-98c5-41f7-8fbb-967985acf8fe"
	}
	if c.token != "" {
		body["token"], body["game_code"] = p.tokens[c.token], "comet"
	}
	text, err := json.Marshal(body)
	require.NoError(p.t, err)
	code, out := p.hub88Provider.send(map[provider.Kind]string{
		provider.Bet: hub88.Bet, provider.Win: hub88.Win, provider.Rollback: hub88.Rollback,
	}[c.kind], string(text))
	require.Equal(p.t, http.StatusOK, code, out)
	out.RequestUUID = ""
	raw, err := json.Marshal(out)
	require.NoError(p.t, err)
	return walletReply{out.Status == hub88.StatusOK, string(raw)}
}

// walletProtocols are those in which a provider moves money of wallets that we keep. A new protocol must be here, and so pass the table.
var walletProtocols = map[string]struct {
	vendor string
	send   func(*walletProtocol, walletCall) walletReply
}{
	seamless.Family: {"acme", sendSeamless},
	hub88.Family:    {"hub", sendHub88},
}

func (p *walletProtocol) do(c walletCall) walletReply {
	p.t.Helper()
	return p.send(p, c)
}

// ok sends a transaction twice and expects that it is accepted, and that the second answer is the first one.
func (p *walletProtocol) ok(c walletCall, cash int64) {
	p.t.Helper()
	first := p.do(c)
	require.True(p.t, first.accepted, "%+v: %s", c, first.raw)
	p.cash(cash)
	require.Equal(p.t, first, p.do(c), "a repeat of %+v", c)
	p.cash(cash)
}

func (p *walletProtocol) no(c walletCall, cash int64) {
	p.t.Helper()
	r := p.do(c)
	require.False(p.t, r.accepted, "%+v: %s", c, r.raw)
	p.cash(cash)
}

func (p *walletProtocol) exec(sql string, args ...any) {
	p.t.Helper()
	_, err := p.db.Exec(p.t.Context(), sql, args...)
	require.NoError(p.t, err)
}

// conformance has the questions of the table; each is asked of a fresh member with 10,000.
var conformance = map[string]func(p *walletProtocol){
	"a win in a finer unit is rounded down and what was said is stored (D-71)": func(p *walletProtocol) {
		p.ok(walletCall{kind: provider.Bet, tx: "b1", round: "r1", amount: "1000", token: "live"}, 9_000)
		p.ok(walletCall{kind: provider.Win, tx: "w1", ref: "b1", round: "r1", amount: "1500.98765", token: "live"}, 10_500)
		var said string
		require.NoError(p.t, p.db.QueryRow(p.t.Context(), "SELECT amount FROM casino_said WHERE vendor_id = $1 AND tx_id = 'w1'", p.vendor).Scan(&said))
		require.Equal(p.t, "1500.98765", said)
	},
	"a bet in a finer unit is refused": func(p *walletProtocol) {
		p.no(walletCall{kind: provider.Bet, tx: "b1", round: "r1", amount: "1000.5", token: "live"}, 10_000)
	},
	"free spins: a bet of nothing, and its win without token and game": func(p *walletProtocol) {
		p.ok(walletCall{kind: provider.Bet, tx: "b1", round: "r1", amount: "0", free: true, token: "live"}, 10_000)
		p.ok(walletCall{kind: provider.Win, tx: "w1", ref: "b1", round: "r1", amount: "700", free: true}, 10_700)
	},
	"free spins: the win alone, without bet, token and game": func(p *walletProtocol) {
		p.ok(walletCall{kind: provider.Win, tx: "w1", round: "r1", amount: "700.5", free: true}, 10_700)
	},
	"a free win above its limit is held": func(p *walletProtocol) {
		p.ok(walletCall{kind: provider.Win, tx: "w1", round: "r1", amount: "500001", free: true}, 10_000)
		p.held("w1", 500_001)
	},
	"a win above the limit is held, and the round closes": func(p *walletProtocol) {
		p.ok(walletCall{kind: provider.Bet, tx: "b1", round: "r1", amount: "1000", token: "live"}, 9_000)
		p.ok(walletCall{kind: provider.Win, tx: "w1", ref: "b1", round: "r1", amount: "10000001", token: "live"}, 9_000)
		p.held("w1", 10_000_001)
		p.ok(walletCall{kind: provider.Rollback, tx: "x1", ref: "w1", round: "r1", token: "live"}, 9_000)
		p.ok(walletCall{kind: provider.Win, tx: "w2", ref: "b1", round: "r1", amount: "10", token: "live"}, 9_010)
	},
	"a rollback is repeated under another id": func(p *walletProtocol) {
		p.ok(walletCall{kind: provider.Bet, tx: "b1", round: "r1", amount: "1000", token: "live"}, 9_000)
		p.ok(walletCall{kind: provider.Rollback, tx: "x1", ref: "b1", round: "r1", token: "live"}, 10_000)
		p.ok(walletCall{kind: provider.Rollback, tx: "x2", ref: "b1", round: "r1"}, 10_000)
		p.no(walletCall{kind: provider.Win, tx: "w1", ref: "b1", round: "r1", amount: "50"}, 10_000)
	},
	"a rollback that comes before its bet": func(p *walletProtocol) {
		p.ok(walletCall{kind: provider.Rollback, tx: "x1", ref: "b1", round: "r1", token: "live"}, 10_000)
		p.no(walletCall{kind: provider.Bet, tx: "b1", round: "r1", amount: "1000", token: "live"}, 10_000)
	},
	"an id comes again with another amount": func(p *walletProtocol) {
		p.ok(walletCall{kind: provider.Bet, tx: "b1", round: "r1", amount: "1000", token: "live"}, 9_000)
		p.no(walletCall{kind: provider.Bet, tx: "b1", round: "r1", amount: "1001", token: "live"}, 9_000)
		p.ok(walletCall{kind: provider.Win, tx: "w1", ref: "b1", round: "r1", amount: "5.5"}, 9_005)
		p.no(walletCall{kind: provider.Win, tx: "w1", ref: "b1", round: "r1", amount: "5.6"}, 9_005)
	},
	"a win of no bet": func(p *walletProtocol) {
		p.no(walletCall{kind: provider.Win, tx: "w1", ref: "b1", round: "r1", amount: "50", token: "live"}, 10_000)
	},
	"a token that is not known, or of a window that was closed": func(p *walletProtocol) {
		for i, token := range []string{"unknown", "dead"} {
			b, w, x, r := fmt.Sprint("b", i), fmt.Sprint("w", i), fmt.Sprint("x", i), fmt.Sprint("r", i)
			p.no(walletCall{kind: provider.Bet, tx: "n" + b, round: r, amount: "1000", token: token}, 10_000)
			p.ok(walletCall{kind: provider.Bet, tx: b, round: r, amount: "1000", token: "live"}, 9_000)
			p.ok(walletCall{kind: provider.Win, tx: w, ref: b, round: r, amount: "1200", token: token}, 10_200)
			p.ok(walletCall{kind: provider.Rollback, tx: x, ref: w, round: r, token: token}, 9_000)
			p.ok(walletCall{kind: provider.Rollback, tx: x + "b", ref: b, round: r, token: token}, 10_000)
		}
	},
	"members who may not bet are paid what they have won": func(p *walletProtocol) {
		for i, change := range [][2]string{
			{"status = 'closed'", "status = 'normal'"},
			{"status = 'excluded'", "status = 'normal'"},
			{"status = 'suspended'", "status = 'normal'"},
			{"status = 'dormant'", "status = 'normal'"},
			{"bet_locked = true", "bet_locked = false"},
		} {
			b, w, x, r := fmt.Sprint("b", i), fmt.Sprint("w", i), fmt.Sprint("x", i), fmt.Sprint("r", i)
			p.ok(walletCall{kind: provider.Bet, tx: b, round: r, amount: "1000", token: "live"}, 9_000)
			p.exec("UPDATE member_member SET "+change[0]+" WHERE member_id = $1", p.member)
			p.no(walletCall{kind: provider.Bet, tx: "n" + b, round: "n" + r, amount: "1000", token: "live"}, 9_000)
			p.ok(walletCall{kind: provider.Win, tx: w, ref: b, round: r, amount: "1300.7", token: "live"}, 10_300)
			p.ok(walletCall{kind: provider.Rollback, tx: x, ref: w, round: r}, 9_000)
			p.ok(walletCall{kind: provider.Rollback, tx: x + "b", ref: b, round: r}, 10_000)
			p.exec("UPDATE member_member SET "+change[1]+" WHERE member_id = $1", p.member)
		}
	},
	"members in a timeout, and then excluded, are paid what they have won": func(p *walletProtocol) {
		for i := range 4 {
			p.ok(walletCall{kind: provider.Bet, tx: fmt.Sprint("b", i), round: fmt.Sprint("r", i), amount: "1000", token: "live"}, 9_000-int64(i)*1_000)
		}
		for i, change := range []string{"timeout_until = now() + interval '1 day'", "status = 'excluded', excluded_until = now() + interval '1 day'"} {
			cash := int64(6_000 + i*2_200)
			b := func(n int) (string, string) { return fmt.Sprint("b", 2*i+n), fmt.Sprint("r", 2*i+n) }
			p.exec("UPDATE member_member SET "+change+" WHERE member_id = $1", p.member)
			p.no(walletCall{kind: provider.Bet, tx: fmt.Sprint("n", i), round: "n", amount: "1000", token: "live"}, cash)
			tx, round := b(0)
			p.ok(walletCall{kind: provider.Win, tx: "w" + tx, ref: tx, round: round, amount: "1200.7", token: "live"}, cash+1_200)
			tx, round = b(1)
			p.ok(walletCall{kind: provider.Rollback, tx: "x" + tx, ref: tx, round: round}, cash+2_200)
		}
	},
	"what is under maintenance or switched off takes no bets and pays wins": func(p *walletProtocol) {
		for i, change := range [][2]string{
			{"UPDATE site_site SET inspect = true", "UPDATE site_site SET inspect = false"},
			{"UPDATE provider_provider SET active = false", "UPDATE provider_provider SET active = true"},
		} {
			b, w, r := fmt.Sprint("b", i), fmt.Sprint("w", i), fmt.Sprint("r", i)
			p.ok(walletCall{kind: provider.Bet, tx: b, round: r, amount: "1000", token: "live"}, 9_000)
			p.exec(change[0])
			p.no(walletCall{kind: provider.Bet, tx: "n" + b, round: "n" + r, amount: "1000", token: "live"}, 9_000)
			p.ok(walletCall{kind: provider.Win, tx: w, ref: b, round: r, amount: "1000"}, 10_000)
			p.exec(change[1])
		}
	},
}

func (p *walletProtocol) held(tx string, amount int64) {
	p.t.Helper()
	var got int64
	require.NoError(p.t, p.db.QueryRow(p.t.Context(), "SELECT amount FROM casino_held_win WHERE vendor_id = $1 AND tx_id = $2 AND state = 'held'", p.vendor, tx).Scan(&got))
	require.Equal(p.t, amount, got)
}

// The rules of the wallet are the same in every protocol that providers may speak: a valid win is never refused for ever (D-71).
func TestEveryWalletProtocolKeepsTheRules(t *testing.T) {
	t.Parallel()
	for _, family := range api.Protocols() {
		if family.Family == provider.FamilyTransfer { // it has wallets of its own and asks us for nothing
			continue
		}
		driver, known := walletProtocols[family.Family]
		require.True(t, known, "%s: say how its calls are made, in walletProtocols", family.Family)
		for name, ask := range conformance {
			t.Run(family.Family+" "+name, func(t *testing.T) {
				t.Parallel()
				p := &walletProtocol{hub88Provider: openHub88(t), vendor: driver.vendor, send: driver.send}
				p.tokens = map[string]string{"live": p.windowOf(driver.vendor, time.Hour), "dead": p.windowOf(driver.vendor, -time.Hour), "unknown": id.New()}
				ask(p)
			})
		}
	}
}

// windowOf is the token of a game's window of a provider.
func (p *walletProtocol) windowOf(vendor string, lives time.Duration) string {
	p.t.Helper()
	token := p.launch(p.member, lives)
	p.exec("UPDATE game_launch SET vendor_id = $1 WHERE token = $2", vendor, token)
	return token
}
