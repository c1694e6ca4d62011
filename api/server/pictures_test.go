package server

import (
	"bytes"
	"encoding/json"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit/factory"
)

// A picture that one node took is shown by every node, to guests as well, and to a browser as nothing but a picture.
func TestEveryNodeShowsAnUploadedPicture(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 2, nil)
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, 1000, 200))))
	_, env, err := w.ask(0, http.MethodPost, "/api/admin/picture/save", w.enterStaff(factory.Staff(t, w.db)), "image/png", file.String()+"<script>")
	require.NoError(t, err)
	require.Equal(t, "200", env.ResultCode)
	data, err := json.Marshal(env.Data)
	require.NoError(t, err)
	var saved struct{ Image string }
	require.NoError(t, json.Unmarshal(data, &saved))

	get := func(path, tag string) (int, http.Header, []byte) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.nodes[1]+path, nil)
		require.NoError(t, err)
		r.Host = "localhost"
		if tag != "" {
			r.Header.Set("If-None-Match", tag)
		}
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode, res.Header, body
	}
	for path, width := range map[string]int{saved.Image: 1000, strings.Replace(saved.Image, ".jpg", "-small.jpg", 1): 800} {
		status, header, body := get(path, "")
		require.Equal(t, []any{200, "image/jpeg", "nosniff", "public, max-age=31536000, immutable", "default-src 'none'; sandbox", "same-origin"}, []any{
			status, header.Get("Content-Type"), header.Get("X-Content-Type-Options"), header.Get("Cache-Control"), header.Get("Content-Security-Policy"),
			header.Get("Cross-Origin-Resource-Policy"),
		})
		c, err := jpeg.DecodeConfig(bytes.NewReader(body))
		require.NoError(t, err)
		require.Equal(t, width, c.Width)
		require.NotContains(t, string(body), "script")
		status, _, body = get(path, header.Get("ETag"))
		require.Equal(t, http.StatusNotModified, status)
		require.Empty(t, body)
	}
	for _, path := range []string{
		"/api/picture/" + strings.Repeat("0", 64) + ".jpg", "/api/picture/" + strings.Repeat("A", 64) + ".jpg", "/api/picture/x.jpg",
		strings.TrimSuffix(saved.Image, ".jpg"), strings.Replace(saved.Image, ".jpg", ".svg", 1), strings.Replace(saved.Image, ".jpg", "-small-small.jpg", 1),
	} {
		status, header, _ := get(path, "")
		require.Equal(t, http.StatusNotFound, status, path)
		require.NotContains(t, header.Get("Cache-Control"), "immutable", path)
	}
}
