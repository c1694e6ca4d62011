package client

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The README's table is what writers of clients go by: it must be this one.
func TestReadmeHasTheTableOfDisconnects(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(raw), "### Table of disconnects")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "Violations of RFC 6455")
	var have []string
	for l := range strings.Lines(table) {
		if strings.HasPrefix(l, "| ") && !strings.HasPrefix(l, "| name") {
			have = append(have, strings.TrimSpace(l))
		}
	}
	var want []string
	for _, d := range Disconnects() {
		code := d.errorCode
		if code == "" {
			code = "–"
		}
		want = append(want, fmt.Sprintf("| %s | %d | %s | %s |", d.Name, d.Code, code, d.Reconnect))
		require.Contains(t, reasons, d.label)
	}
	require.Equal(t, want, have)
}
