// Package envtest holds a program's settings against its example in deployments/examples.
package envtest

import (
	"crypto/rand"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
)

var (
	setting     = regexp.MustCompile(`^(#?)([A-Z][A-Z_]+)=(.*)$`)
	placeholder = regexp.MustCompile(`<[a-z0-9 ]+>`)
	optional    = regexp.MustCompile(`^OTEL_[A-Z_]+$`) // read by package obs in programs that trace
)

// Check demands of deployments/examples/<program>.env, seen from root, that it names each setting of a T once, with a word of meaning
// above it, and nothing else; and that it starts the program in production when its placeholders are filled, as it is and with
// everything switched on that stands there behind a number sign.
func Check[T any](t *testing.T, root, program string) {
	t.Helper()
	prefix := strings.ToUpper(program)
	text, err := os.ReadFile(filepath.Join(root, "deployments", "examples", program+".env"))
	require.NoError(t, err)
	var set, all, names []string
	fill, before := placeholders(t), ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		m := setting.FindStringSubmatch(line)
		if m == nil {
			require.True(t, line == "" || strings.HasPrefix(line, "# "), "neither a comment nor a setting: %s", line)
			before = line
			continue
		}
		require.True(t, strings.HasPrefix(before, "# "), "%s has no word of meaning above it", m[2])
		before = ""
		assignment := m[2] + "=" + placeholder.ReplaceAllStringFunc(m[3], func(name string) string {
			value, known := fill[name]
			require.True(t, known, "%s: no program has a setting %s", m[2], name)
			return value
		})
		if all = append(all, assignment); m[1] == "" {
			set = append(set, assignment)
		}
		if !optional.MatchString(m[2]) {
			names = append(names, m[2])
		}
	}
	want, err := config.Names[T](prefix)
	require.NoError(t, err)
	require.ElementsMatch(t, want, names)
	for _, environ := range [][]string{set, all} {
		_, err := config.LoadFrom[T](prefix, environ)
		require.NoError(t, err)
	}
}

// placeholders are the values of those in the examples.
func placeholders(t *testing.T) map[string]string {
	t.Helper()
	key := func() string { return base64.RawURLEncoding.EncodeToString(id.Key()) }
	signing := "k1=" + key()
	signer, err := token.NewSigner(signing, clock.System{})
	require.NoError(t, err)
	return map[string]string{
		"<password>": rand.Text(), "<32 random bytes>": key(), "<32 other random bytes>": key(), "<32 further random bytes>": key(),
		"<32 more random bytes>": key(), "<32 random bytes of the chat>": key(), "<32 random bytes of the vendor>": key(),
		"<32 random bytes for personal data>": key(), "<32 random bytes for its indexes>": key(), "<32 random bytes for older data>": key(), "<32 random bytes for older indexes>": key(),
		"<signing key>": signing, "<its public half>": signer.Public(), "<24 characters>": rand.Text(),
	}
}
