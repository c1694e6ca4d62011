package site_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/operator/site"
)

// sqlDefault is an option that a function of the database reads, with the value that it takes for one that is missing.
var sqlDefault = regexp.MustCompile(`options ->> '(\w+)'(?: FROM [^)]*)?\)?(?:::\w+)?, ('[^']*'|\d+|true|false)\)`)

// Functions of the database that have no parameter for a default repeat the one of Defaults.
func TestDefaultsInSQLAreThoseOfTheSite(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(site.Defaults())
	require.NoError(t, err)
	var defaults map[string]any
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	require.NoError(t, d.Decode(&defaults))
	files, err := filepath.Glob("../../*/*/functions.sql")
	require.NoError(t, err)
	found := map[string]bool{}
	for _, file := range files {
		sql, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range sqlDefault.FindAllStringSubmatch(string(sql), -1) {
			want, known := defaults[m[1]]
			require.True(t, known, "%s: there is no option %s", file, m[1])
			require.Equal(t, fmt.Sprint(want), strings.Trim(m[2], "'"), "%s: %s", file, m[0])
			found[m[1]] = true
		}
	}
	for _, option := range []string{"currency", "timeZone"} {
		require.True(t, found[option], "no function has a default of %s any more: take it out of this list", option)
	}
}
