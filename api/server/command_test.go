package server_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/api/server"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/hub88"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// `api vendor` works with the settings of the api, and whatever else is no command.
func TestTheCommandLine(t *testing.T) {
	t.Parallel()
	cfg := server.Settings{
		Database: pgtest.URL(t), SealKey: config.Key(id.Key()), Pepper: config.Key(id.Key()),
		PersonalKey: factory.PersonalKeys().Seal, PersonalIndexKey: factory.PersonalKeys().Index,
	}
	require.NoError(t, provider.Upsert(t.Context(), pgtest.Pool(t, cfg.Database), "acme", "seamless", provider.Settings{}))
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := server.Command(t.Context(), cfg, args, strings.NewReader(""), &out)
		return out.String(), err
	}
	secret, err := run("vendor", "add", "acme", "one", "hmac", "-new")
	require.NoError(t, err)
	require.Len(t, strings.TrimSpace(secret), 43)
	list, err := run("vendor", "list")
	require.NoError(t, err)
	require.Contains(t, list, "one\thmac")
	old := cfg.SealKey
	cfg.SealKeys, cfg.SealKey, cfg.Pepper = []config.Key{old}, config.Key(id.Key()), config.Key(id.Key())
	keys, err := run("keys")
	require.NoError(t, err)
	require.Contains(t, keys, old.ID()+"\tvendor key\t1\tSEAL_KEYS_ACCEPTED")
	keys, err = run("keys", "reseal")
	require.NoError(t, err)
	require.Contains(t, keys, "1 vendor keys")
	require.Contains(t, keys, cfg.SealKey.ID()+"\tvendor key\t1\tSEAL_KEY")
	require.Contains(t, keys, old.ID()+"\tnot needed")

	db := pgtest.Pool(t, cfg.Database)
	factory.Plain(t, db)
	m := factory.Member(t, db)
	keys, err = run("keys")
	require.NoError(t, err)
	require.Contains(t, keys, "plain\tpersonal data of members\t4\tnot sealed: api personal seal")
	_, err = run("keys", "reseal")
	require.NoError(t, err)
	keys, err = run("keys")
	require.NoError(t, err)
	require.Contains(t, keys, "plain\t", "sealing begins by its own command")
	keys, err = run("personal", "seal")
	require.NoError(t, err)
	require.Contains(t, keys, "members and blocks: 1 sealed, none is left")
	require.Contains(t, keys, "contacts of guests: 0 sealed, none is left")
	require.Contains(t, keys, cfg.PersonalKey.ID()+"\tpersonal data of members\t4\tPERSONAL_KEY")
	require.Contains(t, keys, cfg.PersonalIndexKey.ID()+"\tindex of members\t1\tPERSONAL_INDEX_KEY")
	require.NotContains(t, keys, "plain")
	require.NotContains(t, keys, m.Phone)
	cfg.PersonalKeys, cfg.PersonalKey = []config.Key{cfg.PersonalKey}, config.Key(id.Key())
	cfg.PersonalIndexKeys, cfg.PersonalIndexKey = []config.Key{cfg.PersonalIndexKey}, config.Key(id.Key())
	keys, err = run("keys", "reseal")
	require.NoError(t, err)
	require.Contains(t, keys, cfg.PersonalKeys[0].ID()+"\tnot needed: it may leave PERSONAL_KEYS_ACCEPTED")
	require.Contains(t, keys, cfg.PersonalIndexKeys[0].ID()+"\tnot needed: it may leave PERSONAL_INDEX_KEYS_ACCEPTED")

	s := factory.Staff(t, pgtest.Pool(t, cfg.Database))
	_, err = run("staff", "unlock", s.Site, s.ID)
	require.NoError(t, err)
	_, err = run("staff", "unlock", "other", s.ID)
	require.ErrorContains(t, err, "site other has no staff "+s.ID)
	_, err = run("staff", "unlock")
	require.ErrorContains(t, err, "no arguments")
	_, err = run("site", "add", "mine", "My Site", "my.test")
	require.NoError(t, err)
	_, err = run("site", "add", "mine", "My Site", "my.test")
	require.ErrorContains(t, err, "there is one")
	_, err = run("site", "host", "add", "mine", "admin.my.test")
	require.NoError(t, err)
	_, err = run("site", "host", "remove", "mine", "my.test")
	require.NoError(t, err)
	for want, args := range map[string][]string{
		"no arguments": {"move", "mine", "my.test"}, "last host": {"remove", "mine", "admin.my.test"}, "unknown": {"add", "yours", "your.test"},
	} {
		_, err = run(append([]string{"site", "host"}, args...)...)
		require.ErrorContains(t, err, want)
	}
	for _, args := range [][]string{{"add", "mine", "boss1", "The Boss"}, {"recover", "mine", "boss1"}, {"add", "mine", "clerk1", "A Clerk", "cash", "message"}} {
		out, err := run(append([]string{"staff"}, args...)...)
		require.NoError(t, err)
		require.Regexp(t, `^[A-Z2-7]{16}\nThe one-time password of `+args[2], out)
	}
	for _, action := range []string{"disable", "enable"} {
		_, err = run("staff", action, "mine", "clerk1")
		require.NoError(t, err)
	}
	for want, args := range map[string][]string{
		"is taken": {"mine", "boss1", "Again"}, "is no ID": {"mine", "x", "Short"}, "not one of the rights": {"mine", "other1", "O", "all"}, "site: unknown": {"yours", "other1", "O"},
	} {
		_, err = run(append([]string{"staff", "add"}, args...)...)
		require.ErrorContains(t, err, want)
	}
	var by string
	require.NoError(t, pgtest.Pool(t, cfg.Database).QueryRow(t.Context(), "SELECT actor FROM audit_entry WHERE action = 'staff.unlock' AND target = $1", s.ID).Scan(&by))
	require.Contains(t, by, "shell:")
	_, err = run("serve")
	require.ErrorContains(t, err, "no arguments")
	for _, line := range [][]string{
		{"vendor", "new", "nova", "seamless", "10.1.0.0/16"},
		{"vendor", "new", "hubtwo", "hub88", "10.2.0.1"},
		{"vendor", "off", "hubtwo"},
		{"product", "add", "301", "nova", "slot", "Nova House", "/art/studios/hanok.svg"},
		{"game", "add", "nova1", "301", "노바", "Nova", "/art/games/koi.svg"},
		{"game", "off", "nova1"},
		{"game", "on", "nova1"},
		{"product", "off", "301"},
		{"product", "on", "301"},
	} {
		_, err = run(line...)
		require.NoError(t, err, line)
	}
	list, err = run("vendor", "list")
	require.NoError(t, err)
	require.Contains(t, list, "nova\tseamless\ton\n")
	require.Contains(t, list, "hubtwo\thub88\toff\n")
	for want, line := range map[string][]string{
		"there is one of this ID":  {"vendor", "new", "nova", "seamless"},
		"not the ID":               {"vendor", "new", "X", "seamless"},
		"or the protocol":          {"vendor", "new", "other", "carrier-pigeon"},
		"of a provider":            {"vendor", "new", "other", "hub88"}, // without networks
		"is no network":            {"vendor", "new", "other", "seamless", "home"},
		"provider: unknown vendor": {"vendor", "off", "nobody"},
		"catalogue has it already": {"product", "add", "301", "nova", "slot", "Again", "/art/studios/hanok.svg"},
		"none of the groups":       {"product", "add", "302", "nova", "bingo", "B", "/art/studios/hanok.svg"},
		"not in the catalogue":     {"game", "add", "nova2", "999", "노바", "Nova", "/art/games/koi.svg"},
		"game nothing":             {"game", "off", "nothing"},
		"no arguments":             {"game", "add", "nova2"},
	} {
		_, err = run(line...)
		require.ErrorContains(t, err, want, line)
	}
	help, err := run("vendor")
	require.Error(t, err)
	require.Contains(t, help, "api vendor rotate")
}

func TestInProductionTheProgramDoesNotStartWithAHub88VendorWithoutAddresses(t *testing.T) {
	t.Parallel()
	cfg := server.Settings{
		Database: pgtest.URL(t), Redis: rdstest.URL(t),
	}
	cfg.Env = "production"
	require.NoError(t, provider.Upsert(t.Context(), pgtest.Pool(t, cfg.Database), "hub", hub88.Family, provider.Settings{}))
	p := obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry(), Health: &obs.Health{}}
	err := server.Run(t.Context(), cfg, p)
	require.ErrorContains(t, err, "vendor hub: in production a vendor of this protocol needs a list")
}

// A stranger makes every secret of a new installation with one command, whose lines are settings that the programs take.
func TestTheSecretsOfANewInstallation(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, server.NewKeys(&out))
	var lines []string
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "API_") {
			lines = append(lines, line)
		}
	}
	require.Len(t, lines, 6)
	cfg, err := config.LoadFrom[server.Settings]("API", append(lines,
		"API_DATABASE_URL=postgres://a:Zq8vN2@127.0.0.1/hubstake", "API_REDIS_URL=redis://127.0.0.1:6379", "API_ORIGINS=https://play.example",
		"API_PUBLIC_URL=https://play.example", "API_TRUSTED_PROXIES=10.0.0.5"))
	require.NoError(t, err)
	require.NotEqual(t, cfg.SealKey, cfg.Pepper)
	require.Contains(t, out.String(), "HUB_SEAL_KEY="+base64.RawURLEncoding.EncodeToString(cfg.SealKey[:])+"\n")
	require.Contains(t, out.String(), "HUB_JWT_PUBLIC_KEYS="+cfg.PublicKeys[0]+"\n")
	again := bytes.Buffer{}
	require.NoError(t, server.NewKeys(&again))
	require.NotEqual(t, out.String(), again.String())
}
