package routestest_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/testkit/rdstest"
)

const directoryExpiry = 11 * time.Second // later than the directory is believed

// keys changes keys in a transaction, and lets the directory find out.
func (w *providerWorld) keys(do func(ctx context.Context, r provider.Keyring) error) error {
	w.t.Helper()
	err := pg.InTx(w.t.Context(), w.db, func(tx pgx.Tx) error {
		return do(w.t.Context(), provider.NewKeyring(tx, w.vault, w.clk.Now()))
	})
	w.clk.Advance(directoryExpiry)
	return err
}

func (w *providerWorld) settings(s provider.Settings) {
	w.t.Helper()
	require.NoError(w.t, provider.Upsert(w.t.Context(), w.db, "acme", seamless.Family, s))
	w.clk.Advance(directoryExpiry)
}

// with signs a request with a key, and names it.
func (w *providerWorld) with(k provider.Key, name, body string) func(*http.Request) {
	return func(r *http.Request) {
		w.sign(r, k, w.clk.Now(), id.New(), body)
		r.Header.Set(seamless.HeaderKey, name)
	}
}

func (w *providerWorld) balance() string { return `{"member_id":"` + w.member + `","currency":"KRW"}` }

func (w *providerWorld) code(want int, path, body string, change ...func(*http.Request)) map[string]any {
	w.t.Helper()
	code, out := w.post(path, body, change...)
	require.Equal(w.t, want, code, out)
	return out
}

func rsaPair(t *testing.T, bits int) (own, public []byte) {
	t.Helper()
	k, err := rsa.GenerateKey(rand.Reader, bits)
	require.NoError(t, err)
	der, err := x509.MarshalPKIXPublicKey(&k.PublicKey)
	require.NoError(t, err)
	own, err = x509.MarshalPKCS8PrivateKey(k)
	require.NoError(t, err)
	return own, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
}

// The life of a key: before it begins, beside the old one, alone, and after it was ended.
func TestARotationOfKeys(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	first, second, third := id.Key(), id.Key(), id.Key()
	one, two := providerSecret(t, "", first), providerSecret(t, "", second)
	require.NoError(t, w.keys(func(ctx context.Context, r provider.Keyring) error {
		return r.Add(ctx, "acme", "one", provider.HMAC, first, w.clk.Now().Add(time.Minute))
	}))
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(one, "", w.balance())) // not yet
	w.clk.Advance(time.Minute)
	w.code(http.StatusOK, "acme/balance", w.balance(), w.with(one, "", w.balance()))

	require.NoError(t, w.keys(func(ctx context.Context, r provider.Keyring) error {
		return r.Rotate(ctx, "acme", "two", provider.HMAC, second, time.Hour)
	}))
	for name, k := range map[string]provider.Key{"one": one, "two": two} {
		w.code(http.StatusOK, "acme/balance", w.balance(), w.with(k, "", w.balance()))
		w.code(http.StatusOK, "acme/balance", w.balance(), w.with(k, name, w.balance()))
	}
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(one, "two", w.balance())) // the key that is named, and no other
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(one, "nothing", w.balance()))
	require.ErrorIs(t, w.keys(func(ctx context.Context, r provider.Keyring) error {
		return r.Rotate(ctx, "acme", "three", provider.HMAC, third, time.Hour)
	}), provider.ErrTooManyKeys, "two at once, not three")

	w.clk.Advance(time.Hour)
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(one, "one", w.balance()))
	w.code(http.StatusOK, "acme/balance", w.balance(), w.with(two, "two", w.balance()))

	require.NoError(t, w.keys(func(ctx context.Context, r provider.Keyring) error { return r.End(ctx, "acme", "two") }))
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(two, "two", w.balance()))
	require.ErrorIs(t, w.keys(func(ctx context.Context, r provider.Keyring) error { return r.End(ctx, "acme", "two") }), provider.ErrNoKey)
	require.ErrorIs(t, w.keys(func(ctx context.Context, r provider.Keyring) error {
		return r.Add(ctx, "nobody", "one", provider.HMAC, first, w.clk.Now())
	}), provider.ErrUnknown)
	w.cash(10_000)
}

// Keys rotate while two nodes are called without a pause: whichever of the two keys a call is signed with, and however soon after the
// rotation, none is refused. The clock stands still, so no node reads its directory because it is old.
func TestNoCallIsRefusedWhileKeysRotate(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	seals := [2]config.Key{config.Key(id.Key()), config.Key(id.Key())}
	var node [2]*providerWorld
	for i := range node { // one of before and one of after the rotation of the key that seals them
		n := *w
		var err error
		n.vault, err = vault.New(seals[i], seals[1-i])
		require.NoError(t, err)
		n.serve(casinotest.Service(t, w.db, w.clk))
		node[i] = &n
		n.code(http.StatusOK, "acme/balance", n.balance())
	}
	const rotations, callers = 6, 8
	var inUse atomic.Pointer[[]provider.Key] // the keys that the vendor signs with now
	inUse.Store(&[]provider.Key{w.fresh})
	var calling sync.RWMutex // written to when the vendor has stopped to use a key
	var calls, refused atomic.Int64
	answered := make(chan struct{}, 1<<12)
	ctx, stop := context.WithCancel(t.Context())
	var g errgroup.Group
	for i := range callers {
		g.Go(func() error {
			for n := i; ctx.Err() == nil; n++ {
				calling.RLock()
				keys := *inUse.Load()
				k, to, body := keys[n%len(keys)], node[n/2%2], `{"tx_id":"`+id.New()+`","round_id":"r1","member_id":"`+w.member+`","currency":"KRW","amount":"1"}`
				code, out := to.post("acme/bet", body, to.with(k, k.ID, body))
				calling.RUnlock()
				if calls.Add(1); code != http.StatusOK || out["status"] != "OK" {
					refused.Add(1)
				}
				select {
				case answered <- struct{}{}:
				default:
				}
			}
			return nil
		})
	}
	change := func(do func(ctx context.Context, r provider.Keyring) error) {
		t.Helper()
		require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
			return do(t.Context(), provider.NewKeyring(tx, node[0].vault, w.clk.Now()))
		}))
	}
	more := func(n int) {
		for len(answered) > 0 {
			<-answered
		}
		for range n {
			<-answered
		}
	}
	old := ""
	for i := range rotations {
		material, name := id.Key(), "rotated-"+strconv.Itoa(i)
		change(func(ctx context.Context, r provider.Keyring) error {
			return r.Rotate(ctx, "acme", name, provider.HMAC, material, time.Hour)
		})
		k := providerSecret(t, name, material)
		both := []provider.Key{(*inUse.Load())[0], k}
		inUse.Store(&both)
		more(4 * callers)
		calling.Lock()
		inUse.Store(&[]provider.Key{k})
		calling.Unlock()
		if old != "" {
			change(func(ctx context.Context, r provider.Keyring) error { return r.End(ctx, "acme", old) })
		}
		old = name
		if i == rotations/2 {
			n, err := provider.Reseal(t.Context(), w.db, node[1].vault)
			require.NoError(t, err)
			require.Positive(t, n)
		}
		more(2 * callers)
	}
	stop()
	require.NoError(t, g.Wait())
	require.Zero(t, refused.Load(), "of %d", calls.Load())
	w.cash(10_000 - calls.Load())
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(providerSecret(t, "", id.Key()), "", w.balance())) // a stranger is one still
}

// A key of another vendor opens nothing, and neither does what was sealed for another row.
func TestAKeyIsOfItsVendor(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	first := id.Key()
	k := providerSecret(t, "", first)
	require.NoError(t, w.keys(func(ctx context.Context, r provider.Keyring) error {
		return r.Add(ctx, "other", "one", provider.HMAC, first, w.clk.Now())
	}))
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(k, "", w.balance()))
	w.code(http.StatusOK, "other/balance", w.balance(), w.with(k, "", w.balance()))
	_, err := w.db.Exec(t.Context(), `INSERT INTO provider_key SELECT 'acme', key_id, kind, material, valid_from FROM provider_key`)
	require.NoError(t, err)
	w.clk.Advance(directoryExpiry)
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(k, "", w.balance()))
	w.code(http.StatusOK, "acme/balance", w.balance()) // the others still work
}

func TestAVendorThatSignsWithRSA(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	own, public := rsaPair(t, 2048)
	theirs, err := provider.NewKey("", provider.OwnRSA, own)
	require.NoError(t, err)
	require.NoError(t, w.keys(func(ctx context.Context, r provider.Keyring) error {
		return r.Add(ctx, "acme", "rsa-1", provider.RSA, public, w.clk.Now())
	}))
	body := `{"tx_id":"b1","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000"}`
	w.code(http.StatusOK, "acme/bet", body, w.with(theirs, "rsa-1", body))
	w.cash(9_000)
	changed := strings.Replace(body, "b1", "b2", 1)
	w.code(http.StatusUnauthorized, "acme/bet", changed, w.with(theirs, "rsa-1", body))
	stranger, _ := rsaPair(t, 2048)
	k, err := provider.NewKey("", provider.OwnRSA, stranger)
	require.NoError(t, err)
	w.code(http.StatusUnauthorized, "acme/bet", body, w.with(k, "rsa-1", body))
	// A public key is known to all: it is no secret to sign with.
	w.code(http.StatusUnauthorized, "acme/bet", body, w.with(providerSecret(t, "", public), "rsa-1", body))
	w.cash(9_000)
}

func TestKeysThatAreTooWeakOrNoKeys(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	_, short := rsaPair(t, 1024)
	own, public := rsaPair(t, 2048)
	for name, c := range map[string]struct {
		kind     provider.KeyKind
		material []byte
	}{
		"short secret": {provider.HMAC, id.Key()[:31]}, "short modulus": {provider.RSA, short}, "no PEM": {provider.RSA, []byte("x")},
		"private as public": {provider.RSA, own}, "public as private": {provider.OwnRSA, public}, "kind": {"md5", id.Key()},
	} {
		err := w.keys(func(ctx context.Context, r provider.Keyring) error {
			return r.Add(ctx, "acme", "k", c.kind, c.material, w.clk.Now())
		})
		require.ErrorIs(t, err, provider.ErrKey, name)
	}
}

// A bet that was held back cannot be sent as a win: version 2 signs the kind of call, whatever the memory of nonces says.
func TestABetSentToWinIsRefusedUnderVersion2(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	w.settings(provider.Settings{Replay: provider.WindowOnly}) // no memory of nonces helps
	body := `{"tx_id":"b1","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000","campaign_id":"c"}`
	asBet := func(r *http.Request) {
		require.NoError(t, seamless.Sign(r.Header, w.old, "bet", w.clk.Now(), id.New(), []byte(body)))
	}
	out := w.code(http.StatusUnauthorized, "acme/win", body, asBet)
	require.Equal(t, "UNAUTHORIZED", out["status"])
	w.cash(10_000)
	w.code(http.StatusUnauthorized, "acme/win", body, asBet, func(r *http.Request) { r.Header.Del(seamless.HeaderVersion) })
	w.code(http.StatusUnauthorized, "acme/win", body, asBet, func(r *http.Request) { r.Header.Set(seamless.HeaderVersion, "3") })
	w.cash(10_000)
	w.code(http.StatusOK, "acme/bet", body, asBet)
	w.cash(9_000)
}

// version1 signs a request in the first version of the protocol.
func (w *providerWorld) version1(r *http.Request, nonce, body string) {
	w.t.Helper()
	at := strconv.FormatInt(w.clk.Now().Unix(), 10)
	signature, err := w.old.Sign(seamless.Message(seamless.Version1, "", at, nonce, []byte(body)))
	require.NoError(w.t, err)
	r.Header.Del(seamless.HeaderVersion)
	r.Header.Set(seamless.HeaderTimestamp, at)
	r.Header.Set(seamless.HeaderNonce, nonce)
	r.Header.Set(seamless.HeaderSignature, signature)
}

// Version 1 is accepted from a vendor until its setting switches it off.
func TestVersion1IsAcceptedUntilSwitchedOff(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	version1 := func(r *http.Request) { w.version1(r, id.New(), w.balance()) }
	w.code(http.StatusOK, "acme/balance", w.balance(), version1)
	w.code(http.StatusOK, "acme/balance", w.balance())
	w.settings(provider.Settings{LowestVersion: 2})
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), version1)
	w.code(http.StatusOK, "acme/balance", w.balance())
	require.ErrorIs(t, provider.Settings{LowestVersion: 3}.Validate(), provider.ErrSettings)
}

// "Wrong source IP (allow-list) → 403".
func TestAForeignAddress(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	w.settings(provider.Settings{Allow: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("2001:db8:1::/48")}})
	from := func(ip string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("X-Forwarded-For", ip) }
	}
	for _, ip := range []string{"198.51.100.7", "2001:db8:1::9"} {
		w.code(http.StatusOK, "acme/balance", w.balance(), from(ip))
	}
	for _, ip := range []string{"198.51.101.7", "2001:db8:2::9", "127.0.0.1"} {
		out := w.code(http.StatusForbidden, "acme/bet", `{"tx_id":"b1","round_id":"r1","member_id":"`+w.member+`","currency":"KRW","amount":"1000"}`, from(ip))
		require.Equal(t, "FORBIDDEN", out["status"], ip)
	}
	unknown := w.code(http.StatusServiceUnavailable, "acme/balance", w.balance(), from("nonsense"))
	require.Equal(t, "TRY_AGAIN", unknown["status"], "the balancer did not say who calls: repeat")
	require.True(t, provider.Settings{Allow: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}}.Allows(netip.MustParseAddr("::ffff:198.51.100.9")), "over a socket of both families")
	w.cash(10_000)
	w.code(http.StatusOK, "other/balance", w.balance(), from("203.0.113.1"), func(r *http.Request) { w.sign(r, w.others, w.clk.Now(), id.New(), w.balance()) })
	require.InDelta(t, 3, testutil.ToFloat64(callCounter(t, w.reg, "acme", "foreign")), 0)
}

// "Same nonce again within 10 min → refused unless the same casino_tx (then same answer, no effect)". Version 1 does not sign what is
// asked for, so its nonces are remembered.
func TestANonceThatWasUsed(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	nonce, sent := id.New(), time.Now()
	again := func(body string) func(*http.Request) {
		return func(r *http.Request) { w.version1(r, nonce, body) }
	}
	first := w.code(http.StatusOK, "acme/bet", w.bet("b1"), again(w.bet("b1")))
	require.Equal(t, first, w.code(http.StatusOK, "acme/bet", w.bet("b1"), again(w.bet("b1"))), "the same transaction: the stored answer")
	w.clk.Advance(4 * time.Minute)
	for path, body := range map[string]string{
		"acme/bet": w.bet("b2"), "acme/rollback": `{"tx_id":"x1","ref_tx_id":"b1","member_id":"` + w.member + `","currency":"KRW"}`,
		"acme/balance": w.balance(), "acme/win": w.bet("b1"),
	} {
		out := w.code(http.StatusUnauthorized, path, body, again(body))
		require.Equal(t, "the nonce was used before", out["message"], path)
	}
	w.cash(9_000)
	require.InDelta(t, 4, testutil.ToFloat64(callCounter(t, w.reg, "acme", "replay")), 0)
	ends, err := w.rdb.ExpireTime(t.Context(), "nonce:acme:"+nonce).Result()
	require.NoError(t, err)
	require.GreaterOrEqual(t, int64(ends.Seconds()), sent.Add(10*time.Minute).Unix(), "remembered for ten minutes")

	nonce = id.New() // a balance is asked for once, in either version
	w.code(http.StatusOK, "acme/balance", w.balance(), again(w.balance()))
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), again(w.balance()))
	signed := func(k provider.Key) func(*http.Request) {
		return func(r *http.Request) { w.sign(r, k, w.clk.Now(), nonce, w.balance()) }
	}
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), signed(w.fresh))
	w.code(http.StatusOK, "other/balance", w.balance(), signed(w.others)) // it is another one's

	w.settings(provider.Settings{Replay: provider.WindowOnly})
	w.code(http.StatusOK, "acme/balance", w.balance(), again(w.balance()))
}

func (w *providerWorld) bet(tx string) string {
	return `{"tx_id":"` + tx + `","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000"}`
}

// copies sends the bytes of a bet, win, rollback and batch of version 2 again, and to other paths, and with other contents under their
// ids: none has a second effect. It leaves the member with 9,500.
func (w *providerWorld) copies() {
	w.t.Helper()
	nonce := id.New() // one for all: the ids are what counts
	signed := func(kind, body string) func(*http.Request) {
		return func(r *http.Request) {
			require.NoError(w.t, seamless.Sign(r.Header, w.fresh, kind, w.clk.Now(), nonce, []byte(body)))
			r.Header.Del(seamless.HeaderKey)
		}
	}
	op := func(more string) string {
		return more + `,"round_id":"r1","member_id":"` + w.member + `","currency":"KRW"}`
	}
	for _, call := range []struct{ kind, body, other string }{
		{"bet", op(`{"tx_id":"b1","amount":"1000"`), op(`{"tx_id":"b1","amount":"2000"`)},
		{"win", op(`{"tx_id":"w1","ref_tx_id":"b1","amount":"500","closes":false`), op(`{"tx_id":"w1","ref_tx_id":"b1","amount":"900","closes":false`)},
		{"bet", op(`{"tx_id":"b2","amount":"300"`), op(`{"tx_id":"b2","amount":"301"`)},
		{"rollback", op(`{"tx_id":"x2","ref_tx_id":"b2"`), op(`{"tx_id":"x2","ref_tx_id":"b1"`)},
	} {
		first := w.code(http.StatusOK, "acme/"+call.kind, call.body, signed(call.kind, call.body))
		require.Equal(w.t, "OK", first["status"], call.body)
		require.Equal(w.t, first, w.code(http.StatusOK, "acme/"+call.kind, call.body, signed(call.kind, call.body)), "the stored answer")
		for _, kind := range []string{"bet", "win", "rollback", "batch", "balance"} {
			if kind != call.kind {
				w.code(http.StatusUnauthorized, "acme/"+kind, call.body, signed(call.kind, call.body)) // the kind is signed
			}
		}
		require.Equal(w.t, "DUPLICATE_TRANSACTION", w.code(http.StatusOK, "acme/"+call.kind, call.other, signed(call.kind, call.other))["status"])
	}
	batch := `{"operations":[` + op(`{"kind":"bet","tx_id":"b3","amount":"100"`) + `,` + op(`{"kind":"rollback","tx_id":"x3","ref_tx_id":"b3"`) + `]}`
	first := w.code(http.StatusOK, "acme/batch", batch, signed("batch", batch))
	require.Equal(w.t, "OK", first["status"])
	require.Equal(w.t, first, w.code(http.StatusOK, "acme/batch", batch, signed("batch", batch)))
	w.cash(9_500)
}

// In version 2 the transaction id is the nonce: nothing is remembered in Redis, and nothing changes while that is away.
func TestACopyOfATransactionHasNoEffect(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	w.copies()
	w.code(http.StatusUnauthorized, "acme/bet", w.bet("b9"), func(r *http.Request) { w.sign(r, w.fresh, w.clk.Now().Add(-301*time.Second), id.New(), w.bet("b9")) })
}

// Without Redis the ids protect transactions of version 2 as before. Of the others the window alone protects: a copy of a transaction
// that is stored has no effect, whatever path it is sent to, and a late one is refused.
func TestNoncesWhileRedisIsAway(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	server := rdstest.Server(t)
	var err error
	w.rdb, err = redisx.Open(server.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.rdb.Close() })
	w.serve(casinotest.Service(t, w.db, w.clk))
	server.Kill()
	w.copies()
	away, err := testutil.GatherAndCount(w.reg, "vendor_nonce_fallbacks_total")
	require.NoError(t, err)
	require.Equal(t, 1, away)
	require.InDelta(t, 0, sumOf(t, w.reg, "vendor_nonce_fallbacks_total"), 0, "a transaction of version 2 asks for no memory")

	nonce := id.New()
	again := func(body string) func(*http.Request) {
		return func(r *http.Request) { w.version1(r, nonce, body) }
	}
	body := strings.TrimSuffix(w.bet("v1"), "}") + `,"campaign_id":"c1"}` // also a valid win
	first := w.code(http.StatusOK, "acme/bet", body, again(body))
	require.Equal(t, first, w.code(http.StatusOK, "acme/bet", body, again(body)))
	require.Equal(t, "DUPLICATE_TRANSACTION", w.code(http.StatusOK, "acme/win", body, again(body))["status"])
	w.code(http.StatusOK, "acme/balance", w.balance(), again(w.balance()))
	w.cash(8_500)
	require.Positive(t, sumOf(t, w.reg, "vendor_nonce_fallbacks_total"))
	w.code(http.StatusUnauthorized, "acme/bet", body, func(r *http.Request) { w.sign(r, w.fresh, w.clk.Now().Add(-301*time.Second), nonce, body) })

	server.Restart(t)
	w.clk.Advance(2 * time.Second) // Redis is asked again
	w.code(http.StatusOK, "acme/balance", w.balance(), again(w.balance()))
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), again(w.balance()))
}

// sumOf adds up a counter.
func sumOf(t *testing.T, reg prometheus.Gatherer, name string) (total float64) {
	t.Helper()
	all, err := reg.Gather()
	require.NoError(t, err)
	for _, f := range all {
		if f.GetName() == name {
			for _, m := range f.GetMetric() {
				total += m.GetCounter().GetValue()
			}
		}
	}
	return total
}

// Each disputed case is answered as the vendor's settings say, and nothing else changes.
func TestDisputedCases(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	w.settings(provider.Settings{
		RollbackUnknown: provider.NotFound, WinRollback: provider.RefuseDebt,
		Answers: map[provider.Case]provider.Status{
			provider.WinWithoutBet: provider.BadAmount, provider.WinOfRolledBack: provider.NotFound, provider.SecondSettlement: provider.Duplicate,
			provider.BetRolledBack: provider.RoundClosed, provider.BetOnClosedRound: provider.AlreadySettled, provider.RollbackForeign: provider.Duplicate,
			provider.RollbackSettled: provider.NotFound, provider.RollbackShort: provider.AlreadySettled, provider.OtherContent: provider.RolledBack,
		},
	})
	op := func(kind, tx, ref, round, amount string) map[string]any {
		t.Helper()
		body := `{"tx_id":"` + tx + `","member_id":"` + w.member + `","currency":"KRW","round_id":"` + round + `"`
		if ref != "" {
			body += `,"ref_tx_id":"` + ref + `"`
		}
		if amount != "" {
			body += `,"amount":"` + amount + `"`
		}
		return w.code(http.StatusOK, "acme/"+kind, body+"}")
	}
	is := func(want provider.Status, out map[string]any) {
		t.Helper()
		require.Equal(t, string(want), out["status"])
	}
	is(provider.BadAmount, op("win", "w0", "b0", "r0", "5"))
	is(provider.OK, op("bet", "b1", "", "r1", "1000"))
	is(provider.RolledBack, op("bet", "b1", "", "r1", "1001"))
	is(provider.OK, op("win", "w1", "b1", "r1", "500"))
	is(provider.Duplicate, op("win", "w2", "b1", "r1", "500"))
	is(provider.NotFound, op("rollback", "x1", "b1", "r1", ""))
	is(provider.AlreadySettled, op("bet", "b2", "", "r1", "1"))
	is(provider.NotFound, op("rollback", "x2", "b3", "r3", ""))
	is(provider.RoundClosed, op("bet", "b3", "", "r3", "1"))
	is(provider.NotFound, op("win", "w3", "b3", "r3", "1"))
	is(provider.Duplicate, op("rollback", "x3", "x2", "r3", ""))
	is(provider.OK, op("bet", "b4", "", "r4", "9500"))
	is(provider.AlreadySettled, op("rollback", "x4", "w1", "r1", ""))
	w.cash(0)
	out := w.code(http.StatusOK, "acme/batch", `{"operations":[{"kind":"win","tx_id":"w9","ref_tx_id":"b9","round_id":"r9","member_id":"`+w.member+`","currency":"KRW","amount":"5"}]}`)
	is(provider.BadAmount, out["results"].([]any)[0].(map[string]any))

	w.settings(provider.Settings{}) // what is stored was never another word
	is(provider.AlreadySettled, op("rollback", "x1", "b1", "r1", ""))
	is(provider.RolledBack, op("bet", "b3", "", "r3", "1"))
}

func TestSettingsThatWouldLie(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]provider.Settings{
		"OK without effect": {Answers: map[provider.Case]provider.Status{provider.RollbackSettled: provider.OK}},
		"no such case":      {Answers: map[provider.Case]provider.Status{"x": provider.NotFound}},
		"no such word":      {Answers: map[provider.Case]provider.Status{provider.WinWithoutBet: "SORRY"}},
		"unknown rollback":  {RollbackUnknown: provider.BadAmount}, "shortage": {WinRollback: "x"}, "replay": {Replay: "x"},
		"network": {Allow: []netip.Prefix{{}}},
	} {
		require.ErrorIs(t, s.Validate(), provider.ErrSettings, name)
	}
}

// The directory goes on with what it knows while the database is away, and learns of a vendor that is new.
func TestTheDirectoryOutlivesTheDatabase(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	w.code(http.StatusOK, "acme/balance", w.balance())
	require.NoError(t, provider.Upsert(t.Context(), w.db, "brandnew", "seamless", provider.Settings{}))
	k := id.Key()
	require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
		return provider.NewKeyring(tx, w.vault, w.clk.Now()).Add(t.Context(), "brandnew", "k", provider.HMAC, k, w.clk.Now())
	}))
	w.clk.Advance(1100 * time.Millisecond)
	w.code(http.StatusOK, "brandnew/balance", w.balance(), w.with(providerSecret(t, "", k), "", w.balance()))
	w.db.Close()
	w.clk.Advance(time.Hour)
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(providerSecret(t, "", id.Key()), "", w.balance()))
	code, out := w.post("acme/balance", w.balance())
	require.GreaterOrEqual(t, code, 500)
	require.Equal(t, "TRY_AGAIN", out["status"])
}

// A vendor that keeps wallets of its own has no business with ours: its members' money is moved there and back (transfer), and a
// hub88Bet of it would take the same money twice.
func TestAVendorWithWalletsOfItsOwnCannotCallOurs(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	require.NoError(t, provider.Upsert(t.Context(), w.db, "acme", provider.FamilyTransfer, provider.Settings{}))
	w.clk.Advance(directoryExpiry)
	operation := `{"tx_id":"b1","ref_tx_id":"b0","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000"}`
	for path, body := range map[string]string{
		"acme/balance": w.balance(), "acme/bet": operation, "acme/win": operation, "acme/rollback": operation,
		"acme/batch": `{"operations":[]}`,
	} {
		require.Equal(t, "UNAUTHORIZED", w.code(http.StatusUnauthorized, path, body)["status"], path)
	}
	w.cash(10_000)
}

// Callers whose calls are refused at the door have a pace; the vendor, from elsewhere, is not concerned.
func TestCallsThatAreNotTheVendorsHaveAPace(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	from := func(address string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("X-Forwarded-For", address) }
	}
	random := make([]byte, 4) // Redis is shared with other tests
	_, _ = rand.Read(random)
	stranger, other := fmt.Sprintf("2001:db8:%x::1", random[:2]), fmt.Sprintf("2001:db8:%x:%x::1", random[2:], random[:2])
	got := map[int]int{}
	for n := range 150 {
		status, _ := w.post([]string{"acme/balance", "nobody/balance"}[n%2], `{}`, from(stranger), func(r *http.Request) { r.Header.Del("X-Signature") })
		got[status]++
	}
	require.GreaterOrEqual(t, got[http.StatusUnauthorized], 100, "%v", got)
	require.Positive(t, got[http.StatusTooManyRequests], "%v", got)
	status, _ := w.post("acme/balance", `{}`, from(other), func(r *http.Request) { r.Header.Del("X-Signature") })
	require.Equal(t, http.StatusUnauthorized, status)
}
