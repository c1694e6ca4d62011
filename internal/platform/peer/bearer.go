package peer

import "strings"

// Bearer returns the token of an Authorization header. The scheme is read in any case, with any spaces behind it (RFC 9110, 11.1).
func Bearer(header string) (token string, ok bool) {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "bearer") {
		return "", false
	}
	return strings.TrimLeft(token, " "), true
}
