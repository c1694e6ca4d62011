package server

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
)

func encoded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func publicOf(seed []byte) string {
	return encoded(ed25519.NewKeyFromSeed(seed)[ed25519.SeedSize:])
}

// production is a complete configuration of a site that serves members.
func production() map[string]string {
	seed := id.Key()
	return map[string]string{
		"DATABASE_URL": "postgres://hubstake_api:" + encoded(id.Key()) + "@10.0.0.41,10.0.0.42/hubstake?sslmode=verify-full&target_session_attrs=read-write",
		"REDIS_URL":    "rediss://:" + encoded(id.Key()) + "@10.0.0.51:6379", "JWT_PRIVATE_KEY": "k1=" + encoded(seed), "JWT_PUBLIC_KEYS": "k0=" + publicOf(id.Key()) + ",k1=" + publicOf(seed),
		"SEAL_KEY": encoded(id.Key()), "PEPPER": encoded(id.Key()), "PERSONAL_KEY": encoded(id.Key()), "PERSONAL_INDEX_KEY": encoded(id.Key()), "ORIGINS": "https://site.test,https://m.site.test:8443",
		"TRUSTED_PROXIES": "10.0.0.5,10.0.1.0/24", "PUBLIC_URL": "https://site.test", "UNLIMITED": "10.0.9.0/24,127.0.0.1/32",
		"VENDOR_SECRETS": "acme=" + encoded(id.Key()), "VENDOR_URLS": "acme=https://vendor.test", "METRICS_LISTEN": "10.0.0.11:9081",
		"LIVECHAT_PROVIDER": "zendesk", "LIVECHAT_CLIENT_ID": "c", "LIVECHAT_KEY": "k1=" + encoded(id.Key()), "LIVECHAT_URL": "https://chat.test",
	}
}

func load(vars map[string]string) error {
	var environ []string
	for k, v := range vars {
		environ = append(environ, "API_"+k+"="+v)
	}
	_, err := config.LoadFrom[Settings]("API", environ)
	return err
}

// security.md 2.2 and 2.13: each row is refused by the settings that the program really loads, names its variable and shows no value.
func TestProductionRefusesSettingsThatAreOnlyGoodForTrying(t *testing.T) {
	t.Parallel()
	require.NoError(t, load(production()))
	split := production()
	split["CONSOLE_HOSTS"] = "m.site.test"
	require.NoError(t, load(split))
	zero, same := encoded(make([]byte, 32)), encoded(id.Key())
	typed := encoded(bytes.Repeat([]byte("a"), 32))
	for name, c := range map[string]struct {
		vars  map[string]string
		names []string
	}{
		"seed of zeros":             {map[string]string{"JWT_PRIVATE_KEY": "k1=" + zero}, []string{"JWT_PRIVATE_KEY"}},
		"seal key of zeros":         {map[string]string{"SEAL_KEY": zero}, []string{"API_SEAL_KEY"}},
		"typed pepper":              {map[string]string{"PEPPER": typed}, []string{"API_PEPPER"}},
		"typed vendor secret":       {map[string]string{"VENDOR_SECRETS": "acme=" + typed}, []string{"VENDOR_SECRETS"}},
		"short vendor secret":       {map[string]string{"VENDOR_SECRETS": "acme=" + encoded(id.Key()[:16])}, []string{"VENDOR_SECRETS"}},
		"typed chat key":            {map[string]string{"LIVECHAT_KEY": "k1=" + typed}, []string{"LIVECHAT_KEY"}},
		"typed personal key":        {map[string]string{"PERSONAL_KEY": typed}, []string{"API_PERSONAL_KEY"}},
		"index key of zeros":        {map[string]string{"PERSONAL_INDEX_KEY": zero}, []string{"API_PERSONAL_INDEX_KEY"}},
		"no seal key":               {map[string]string{"SEAL_KEY": ""}, []string{"API_SEAL_KEY"}},
		"no personal key":           {map[string]string{"PERSONAL_KEY": ""}, []string{"API_PERSONAL_KEY"}},
		"no index key":              {map[string]string{"PERSONAL_INDEX_KEY": ""}, []string{"API_PERSONAL_INDEX_KEY"}},
		"index key is personal key": {map[string]string{"PERSONAL_INDEX_KEY": same, "PERSONAL_KEY": same}, []string{"PERSONAL_INDEX_KEY and PERSONAL_KEY"}},
		"personal key is accepted":  {map[string]string{"PERSONAL_INDEX_KEYS_ACCEPTED": same, "PERSONAL_KEY": same}, []string{"different keys"}},
		"pepper is seal key":        {map[string]string{"PEPPER": same, "SEAL_KEY": same}, []string{"PEPPER and SEAL_KEY"}},
		"seed is pepper":            {map[string]string{"PEPPER": same, "JWT_PRIVATE_KEY": "k1=" + same, "JWT_PUBLIC_KEYS": ""}, []string{"JWT_PRIVATE_KEY and PEPPER"}},
		"vendor secret is seal key": {map[string]string{"VENDOR_SECRETS": "acme=" + same, "SEAL_KEY": same}, []string{"SEAL_KEY and VENDOR_SECRETS"}},
		"two vendors, one secret":   {map[string]string{"VENDOR_SECRETS": "acme=" + same + ",other=" + same}, []string{"VENDOR_SECRETS 1 (acme) and VENDOR_SECRETS 2 (other)"}},
		"chat key is seed":          {map[string]string{"LIVECHAT_KEY": "k1=" + same, "JWT_PRIVATE_KEY": "k1=" + same}, []string{"JWT_PRIVATE_KEY and LIVECHAT_KEY", "LIVECHAT_KEY and JWT_PRIVATE_KEY"}},
		"any origin":                {map[string]string{"ORIGINS": "*"}, []string{"ORIGINS"}},
		"origin null":               {map[string]string{"ORIGINS": "https://site.test,null"}, []string{"ORIGINS"}},
		"origin http":               {map[string]string{"ORIGINS": "http://evil.test"}, []string{"ORIGINS"}},
		"origin with a path":        {map[string]string{"ORIGINS": "https://site.test/"}, []string{"ORIGINS"}},
		"any host as origin":        {map[string]string{"ORIGINS": "https://*"}, []string{"ORIGINS"}},
		"everybody is the balancer": {map[string]string{"TRUSTED_PROXIES": "0.0.0.0/0"}, []string{"TRUSTED_PROXIES"}},
		"half of the internet":      {map[string]string{"TRUSTED_PROXIES": "10.0.0.5,128.0.0.0/1"}, []string{"TRUSTED_PROXIES"}},
		"rubbish as balancer":       {map[string]string{"TRUSTED_PROXIES": "rubbish"}, []string{"TRUSTED_PROXIES"}},
		"no balancer":               {map[string]string{"TRUSTED_PROXIES": ""}, []string{"TRUSTED_PROXIES"}},
		"nobody is limited":         {map[string]string{"UNLIMITED": "0.0.0.0/0,::/0"}, []string{"UNLIMITED"}},
		"public is not limited":     {map[string]string{"UNLIMITED": "198.51.100.0/24"}, []string{"UNLIMITED"}},
		"wider than private":        {map[string]string{"UNLIMITED": "10.0.0.0/7"}, []string{"UNLIMITED"}},
		"postgres:postgres":         {map[string]string{"DATABASE_URL": "postgres://postgres:postgres@127.0.0.1/hubstake"}, []string{"DATABASE_URL"}},
		"user is password":          {map[string]string{"DATABASE_URL": "postgres://keeper:keeper@127.0.0.1/hubstake"}, []string{"DATABASE_URL"}},
		"database without TLS":      {map[string]string{"DATABASE_URL": "postgres://u:" + same + "@10.0.0.41/hubstake?sslmode=disable"}, []string{"DATABASE_URL"}},
		"TLS if it likes":           {map[string]string{"DATABASE_URL": "postgres://u:" + same + "@10.0.0.41/hubstake?sslmode=prefer"}, []string{"DATABASE_URL"}},
		"link-local vendor":         {map[string]string{"VENDOR_URLS": "acme=http://169.254.169.254"}, []string{"VENDOR_URLS"}},
		"mapped link-local vendor":  {map[string]string{"VENDOR_URLS": "acme=http://[::ffff:169.254.169.254]"}, []string{"VENDOR_URLS"}},
		"vendor as a number":        {map[string]string{"VENDOR_URLS": "acme=http://2852039166"}, []string{"VENDOR_URLS"}},
		"metadata vendor":           {map[string]string{"VENDOR_URLS": "acme=http://metadata.google.internal."}, []string{"VENDOR_URLS"}},
		"http live chat":            {map[string]string{"LIVECHAT_URL": "http://chat.test"}, []string{"LIVECHAT_URL"}},
		"key list without our own":  {map[string]string{"JWT_PUBLIC_KEYS": "k0=" + publicOf(id.Key())}, []string{"JWT_PUBLIC_KEYS"}},
		"key list under another id": {map[string]string{"JWT_PRIVATE_KEY": "k2=" + same, "JWT_PUBLIC_KEYS": "k1=" + publicOf(id.Key())}, []string{"JWT_PUBLIC_KEYS"}},
		"metrics for everybody":     {map[string]string{"METRICS_LISTEN": "8.8.8.8:9081"}, []string{"METRICS_LISTEN"}},
		"short profile token":       {map[string]string{"PPROF_TOKEN": "short"}, []string{"PPROF_TOKEN"}},
		"console with a port":       {map[string]string{"CONSOLE_HOSTS": "m.site.test:8443"}, []string{"CONSOLE_HOSTS"}},
		"console of no origin":      {map[string]string{"CONSOLE_HOSTS": "desk.site.test"}, []string{"CONSOLE_HOSTS"}},
		"console is the site":       {map[string]string{"CONSOLE_HOSTS": "site.test"}, []string{"CONSOLE_HOSTS: PUBLIC_URL"}},
		"http pages":                {map[string]string{"PUBLIC_URL": "http://site.test"}, []string{"PUBLIC_URL"}},
	} {
		vars := production()
		maps.Copy(vars, c.vars)
		err := load(vars)
		require.Error(t, err, name)
		require.True(t, slices.ContainsFunc(c.names, func(n string) bool { return strings.Contains(err.Error(), n) }), "%s: %v", name, err)
		for _, value := range c.vars {
			require.True(t, value == "" || value == "*" || !strings.Contains(err.Error(), value), "%s shows its value", name)
		}
	}
}

func TestAllProblemsOfSettingsAreNamedAtOnce(t *testing.T) {
	t.Parallel()
	vars := production()
	maps.Copy(vars, map[string]string{
		"ORIGINS": "null", "TRUSTED_PROXIES": "0.0.0.0/0", "UNLIMITED": "::/0", "DATABASE_URL": "postgres://postgres:postgres@10.0.0.41/x?sslmode=disable",
		"SEAL_KEY": "short", "DATABASE_MAX_CONNS": "many", "LISTNE": "typo", "LIVECHAT_URL": "http://chat.test",
	})
	delete(vars, "REDIS_URL")
	err := load(vars)
	require.Error(t, err)
	for _, name := range []string{
		"ORIGINS", "TRUSTED_PROXIES", "UNLIMITED", "DATABASE_URL: the password", "DATABASE_URL: a server", "API_SEAL_KEY", "API_DATABASE_MAX_CONNS",
		"API_LISTNE", "LIVECHAT_URL", "API_REDIS_URL",
	} {
		require.ErrorContains(t, err, name)
	}
	require.Equal(t, 1, strings.Count(err.Error(), "SEAL_KEY"), "what follows from it is not said: %v", err)
	for _, value := range []string{"many", "typo", "short", "postgres:postgres", "chat.test"} {
		require.NotContains(t, err.Error(), value)
	}
}

func TestDevelopmentMayDoWhatProductionMayNot(t *testing.T) {
	t.Parallel()
	vars := production()
	secret := encoded(id.Key())
	maps.Copy(vars, map[string]string{
		"ENV": "development", "ORIGINS": "http://localhost:8080", "PUBLIC_URL": "http://localhost:8080", "UNLIMITED": "127.0.0.0/8,::1/128",
		"DATABASE_URL": "postgres://hubstake:hubstake@127.0.0.1:5433/hubstake?sslmode=disable", "VENDOR_SECRETS": "sim=" + secret + ",simown=" + secret,
		"VENDOR_URLS": "sim=http://127.0.0.1:8090", "LIVECHAT_URL": "http://localhost:8090/chat",
	})
	require.NoError(t, load(vars))
}
