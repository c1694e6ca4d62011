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
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", `camera=(), geolocation=(), microphone=(), payment=(), usb=(), `+
		`autoplay=(self "`+game+`"), fullscreen=(self "`+game+`")`)
	h.Set("Referrer-Policy", "no-referrer") // addresses of games carry tokens
	h.Set("X-Content-Type-Options", "nosniff")
	return h
}

// preloadPath is the page that a game's window shows until the game's address is known.
const preloadPath = "/preload"

// openerPolicy is the Cross-Origin-Opener-Policy of a page. The window on preloadPath goes on to the vendor's origin, and
// any policy of its own would cut it off from the page that must still see it closed, and close it (TK999).
func openerPolicy(path string) string {
	if path == preloadPath {
		return "unsafe-none"
	}
	return "same-origin-allow-popups"
}
