package routestest_test

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	api "hubstake/api/provider"
	"hubstake/internal/operator/audit"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/hub88"
)

// run carries out a command as the person ops, and lets the directory find out.
func (w *providerWorld) run(in string, args ...string) (string, error) {
	w.t.Helper()
	var out bytes.Buffer
	k := api.Keys{DB: w.db, Vault: w.vault, Clock: w.clk, Actor: "ops", In: strings.NewReader(in), Out: &out}
	err := k.Run(w.t.Context(), args)
	w.clk.Advance(directoryExpiry)
	return out.String(), err
}

func (w *providerWorld) ran(in string, args ...string) string {
	w.t.Helper()
	out, err := w.run(in, args...)
	require.NoError(w.t, err)
	return out
}

// A key is made, used, replaced and ended from the command line, and the audit knows it.
func TestKeysFromTheCommandLine(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	read := func(printed string) provider.Key {
		of, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(printed))
		require.NoError(t, err)
		return providerSecret(t, "", of)
	}
	one := read(w.ran("", "add", "acme", "one", "hmac", "-new"))
	w.code(http.StatusOK, "acme/balance", w.balance(), w.with(one, "one", w.balance()))
	two := read(w.ran("", "rotate", "acme", "two", "hmac", "-new", "-overlap", "1h"))
	w.code(http.StatusOK, "acme/balance", w.balance(), w.with(one, "one", w.balance()))
	w.code(http.StatusOK, "acme/balance", w.balance(), w.with(two, "two", w.balance()))
	w.clk.Advance(time.Hour)
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(one, "one", w.balance()))
	until := w.clk.Now().Add(12 * time.Second).UTC().Format(time.RFC3339)
	require.Contains(t, w.ran("", "end", "acme", "two"), "Nodes may accept it for 12s more, until "+until)
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(two, "two", w.balance()))
	given := "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE"
	require.Empty(t, w.ran(given+"\n", "add", "acme", "three", "hmac", "-from", w.clk.Now().Add(time.Hour).Format(time.RFC3339)))
	w.code(http.StatusUnauthorized, "acme/balance", w.balance(), w.with(read(given), "", w.balance()))
	w.clk.Advance(time.Hour)
	w.code(http.StatusOK, "acme/balance", w.balance(), w.with(read(given), "", w.balance()))
	require.Contains(t, w.ran("", "rotate", "acme", "ours", "rsa-own", "-new"), "BEGIN PUBLIC KEY")
	_, public := rsaPair(t, 2048)
	w.ran(string(public), "add", "acme", "theirs", "rsa")

	list := w.ran("", "list")
	for _, line := range []string{"acme\tseamless", "\tone\thmac", "\ttwo\thmac", "\tthree\thmac", "\tours\trsa-own", "\ttheirs\trsa"} {
		require.Contains(t, list, line)
	}
	require.NotContains(t, list, given)
	_, faults, err := audit.Verify(t.Context(), w.db)
	require.NoError(t, err)
	require.Empty(t, faults)
	var entries int
	require.NoError(t, w.db.QueryRow(t.Context(), `SELECT count(*) FROM audit_entry WHERE site_id = 'platform' AND actor = 'ops' AND target = 'acme'`).Scan(&entries))
	require.Equal(t, 6, entries)
	var leaks int
	require.NoError(t, w.db.QueryRow(t.Context(), `SELECT count(*) FROM provider_key k, audit_entry e WHERE e.detail::text LIKE '%' || k.material || '%' OR k.material = $1`, given).Scan(&leaks))
	require.Zero(t, leaks, "secrets are sealed, and nowhere else")
}

func TestSettingsFromTheCommandLine(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	w.ran("", "allow", "acme", "198.51.100.0/24", "203.0.113.7")
	require.Contains(t, w.ran("", "show", "acme"), `"203.0.113.7/32"`)
	w.code(http.StatusForbidden, "acme/balance", w.balance())
	w.ran("", "allow", "acme")
	w.code(http.StatusOK, "acme/balance", w.balance())
	w.ran(`{"answers": {"winWithoutBet": "BAD_AMOUNT"}}`, "set", "acme")
	out := w.code(http.StatusOK, "acme/win", `{"tx_id":"w1","ref_tx_id":"b1","round_id":"r1","member_id":"`+w.member+`","currency":"KRW","amount":"1"}`)
	require.Equal(t, "BAD_AMOUNT", out["status"])
	for name, args := range map[string][]string{
		"nothing": {}, "verb": {"drop", "acme"}, "too few": {"add", "acme", "k"}, "too many": {"end", "acme", "k", "x"}, "flag": {"add", "acme", "k", "hmac", "-x"},
	} {
		_, err := w.run("", args...)
		require.ErrorIs(t, err, api.ErrUsage, name)
	}
	for name, c := range map[string]struct {
		in   string
		args []string
		want error
	}{
		"lie":         {`{"answers": {"rollbackSettled": "OK"}}`, []string{"set", "acme"}, provider.ErrSettings},
		"nobody":      {"", []string{"allow", "nobody"}, provider.ErrUnknown},
		"weak":        {"AAAA", []string{"add", "acme", "k", "hmac"}, provider.ErrKey},
		"not base64":  {"%", []string{"add", "acme", "k", "hmac"}, provider.ErrKey},
		"theirs":      {"", []string{"add", "acme", "k", "rsa", "-new"}, provider.ErrKey},
		"no such key": {"", []string{"end", "acme", "k"}, provider.ErrNoKey},
	} {
		_, err := w.run(c.in, c.args...)
		require.ErrorIs(t, err, c.want, name)
	}
	for _, args := range [][]string{{"allow", "acme", "somewhere"}, {"add", "acme", "k", "hmac", "-new", "-from", "tomorrow"}, {"set", "acme"}} {
		_, err := w.run(`{"unknown": 1}`, args...)
		require.Error(t, err)
	}
}

// Hub88 signs neither path nor time: in production such a vendor never has settings without a list of addresses, and the program does not
// start while one has.
func TestInProductionAVendorOfHub88IsNotLeftWithoutAddresses(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	ctx := t.Context()
	require.NoError(t, provider.Upsert(ctx, w.db, "hub", hub88.Family, provider.Settings{}))
	require.NoError(t, provider.Upsert(ctx, w.db, "club", hub88.Family, provider.Settings{}))
	err := api.CheckAddresses(ctx, w.db)
	require.ErrorIs(t, err, api.ErrNoAddresses)
	require.ErrorContains(t, err, "vendor club, hub: ")
	run := func(production bool, in string, args ...string) error {
		k := api.Keys{DB: w.db, Vault: w.vault, Clock: w.clk, Actor: "ops", In: strings.NewReader(in), Out: io.Discard, Production: production}
		return k.Run(ctx, args)
	}
	require.NoError(t, run(true, "", "allow", "club", "198.51.100.0/24"))
	require.NoError(t, run(true, `{"operator": "7", "allow": ["203.0.113.7/32"]}`, "set", "hub"))
	require.NoError(t, api.CheckAddresses(ctx, w.db))
	for _, args := range [][]string{{"allow", "hub"}, {"set", "hub"}} {
		err := run(true, `{"operator": "7"}`, args...)
		require.ErrorIs(t, err, api.ErrNoAddresses)
		require.ErrorContains(t, err, "vendor hub: ")
	}
	require.Contains(t, w.ran("", "show", "hub"), "203.0.113.7/32", "nothing was changed")
	require.NoError(t, run(true, "", "allow", "acme"), "a vendor of another protocol needs none")
	require.NoError(t, run(false, "", "allow", "hub"), "elsewhere any address will do")
}
