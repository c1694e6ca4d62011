package obs

import (
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
)

// admin serves a metrics listener until the test ends and returns its address.
func admin(t *testing.T, token config.Secret) string {
	t.Helper()
	a, err := NewAdmin("127.0.0.1:0", Registry(), &Health{}, zerolog.Nop(), token)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
	return "http://" + a.Addr()
}

func get(t *testing.T, url, authorization string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(body)
}

func TestProfilesAreForWhoHasTheTokenOnly(t *testing.T) {
	t.Parallel()
	const token = "a-token-of-the-right-length"
	base := admin(t, token)
	for _, page := range []string{"", "heap", "goroutine?debug=1", "profile?seconds=1", "cmdline", "nothing"} {
		for _, who := range []string{"", "Bearer ", "Bearer wrong", token, "Bearer" + token, "Bearer " + token + "x", "Basic " + token} {
			status, body := get(t, base+"/debug/pprof/"+page, who)
			require.Equal(t, http.StatusNotFound, status, "%s for %q", page, who)
			require.NotContains(t, body, "goroutine")
		}
	}
	status, body := get(t, base+"/debug/pprof/", "bearer "+token)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, body, "goroutine")
	status, body = get(t, base+"/debug/pprof/goroutine?debug=1", "Bearer "+token)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, body, "TestProfilesAreForWhoHasTheTokenOnly")
	status, _ = get(t, base+"/metrics", "")
	require.Equal(t, http.StatusOK, status, "the others are as open as before")
}

func TestWithoutATokenThereAreNoProfiles(t *testing.T) {
	t.Parallel()
	base := admin(t, "")
	for _, who := range []string{"", "Bearer ", "Bearer"} {
		status, _ := get(t, base+"/debug/pprof/heap", who)
		require.Equal(t, http.StatusNotFound, status, who)
	}
}
