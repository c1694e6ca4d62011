package front

import (
	"net/http"
	"strings"
)

// pageHeaders are the headers of every answer of the site itself (not of the API, which sends its own).
func pageHeaders(sockets []string, game string) http.Header {
	h := http.Header{}
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data:",
		"connect-src 'self' " + strings.Join(sockets, " "),
		"frame-src " + game,
		"frame-ancestors 'none'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"require-trusted-types-for 'script'",
	}, "; "))
	// The game opens in a window that the page made before it knew the address, so the opener must stay linked.
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", `camera=(), geolocation=(), microphone=(), payment=(), usb=(), `+
		`autoplay=(self "`+game+`"), fullscreen=(self "`+game+`")`)
	h.Set("Referrer-Policy", "no-referrer") // addresses of games carry tokens
	h.Set("X-Content-Type-Options", "nosniff")
	return h
}
