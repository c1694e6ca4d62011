package server

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/core/right"
	"hubstake/internal/testkit/factory"
)

// walker is a whole api with one caller of each kind.
type walker struct {
	*whole
	member, partner string // tokens
	partnerID       string
	helper          string // of sub-staff without rights
	staff, trainee  string // with all rights, and with none
}

func newWalker(t *testing.T) *walker {
	t.Helper()
	w := &walker{whole: newWhole(t, 1, nil)}
	w.member = w.enterMember(factory.Member(t, w.db, func(m *factory.M) { m.Cash = 1_000_000 }).MemID)
	w.partnerID = factory.Partner(t, w.db).MemID
	w.partner = w.session(w.partnerID, token.Partner)
	w.helper = w.enterAgent(factory.Agent(t, w.db, w.partnerID+".helper", func(a *factory.Ag) { a.Rights = []right.Right{} }))
	w.staff = w.enterStaff(factory.Staff(t, w.db))
	w.trainee = w.enterStaff(factory.Staff(t, w.db, func(s *factory.St) { s.Rights = []right.Right{} }))
	return w
}

// token is the one that a route asks for.
func (w *walker) token(r httpx.Route) string {
	return map[httpx.Access]string{httpx.Public: "", httpx.Member: w.member, httpx.Partner: w.partner, httpx.Staff: w.staff}[r.Access]
}

// address fills the {names} of a path.
func address(path string) string {
	return strings.NewReplacer("{boardType}", "notice", "{name}", "moonjar").Replace(path)
}

// Every route: who has no business there is refused, and what is malformed never reaches a handler.
func TestEveryRouteRefusesStrangersAndNonsense(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	for _, r := range Routes(Services{}) {
		for _, path := range append([]string{r.Path}, r.Aliases...) {
			path = address(path)
			own := w.token(r)
			if r.Takes.MaxBytes > 0 {
				w.file(r, path, own)
				continue
			}
			switch r.Access {
			case httpx.Member:
				w.refused(path, "", `{}`, 401, "U029", "a guest")
				w.refused(path, w.staff, `{}`, 401, "U029", "a token of staff")
				w.refused(path, w.partner, `{}`, 401, "U029", "a token of the partner area")
			case httpx.Partner:
				w.refused(path, "", `{}`, 401, "U029", "a guest")
				w.refused(path, w.member, `{}`, 401, "U029", "a token of a member")
				w.refused(path, w.staff, `{}`, 401, "U029", "a token of staff")
				if r.Right != "" {
					w.refused(path, w.helper, `{}`, 403, "U029", "sub-staff without the right")
				}
			case httpx.Staff:
				w.refused(path, "", `{}`, 401, "U029", "a guest")
				w.refused(path, w.member, `{}`, 401, "U029", "a token of a member")
				w.refused(path, w.partner, `{}`, 401, "U029", "a token of the partner area")
				if r.Right != "" {
					w.refused(path, w.trainee, `{}`, 403, "U029", "staff without the right")
				}
			}
			if r.Access != httpx.Public {
				w.refused(path, "eyJhbGciOiJub25lIn0.e30.", `{}`, 401, "U029", "a forged token")
			}
			w.refused(path, own, `{"siteId":"other"}`, 403, "U030", "a foreign site")
			w.refused(path, own, `{"noSuchField":1}`, 400, "E001", "an unknown field")
			w.refused(path, own, `{"isAdmin":true,"cashAmt":1}`, 400, "E001", "mass assignment")
			w.refused(path, own, `[]`, 400, "E001", "an array")
			w.refused(path, own, `{"`, 400, "E001", "half a body")
			w.tooLarge(path, 64<<10)
			for _, f := range fieldsOf(r.Req) {
				w.wrongType(r, path, own, f)
			}
			status, _ := w.call(http.MethodPost, path, own, "text/plain", `{}`)
			require.Equal(t, 415, status, path)
			for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
				status, _ = w.call(method, path, own, fiber.MIMEApplicationJSON, `{}`)
				require.Equal(t, 405, status, "%s %s", method, path)
			}
		}
	}
}

// file sends what a route that takes files must refuse.
func (w *walker) file(r httpx.Route, path, own string) {
	w.t.Helper()
	w.tooLarge(path, r.Takes.MaxBytes)
	for _, mediaType := range []string{fiber.MIMEApplicationJSON, "text/plain", "text/html", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"} {
		status, _ := w.call(http.MethodPost, path, own, mediaType, `{}`)
		require.Equal(w.t, 415, status, "%s: %s", path, mediaType)
	}
	for _, mediaType := range r.Takes.Types {
		foreign := w.staff // whose session is that of another audience
		if own == w.staff {
			foreign = w.member
		}
		for token, want := range map[string]int{"": 401, "eyJhbGciOiJub25lIn0.e30.": 401, foreign: 401, own: 200} {
			status, env := w.call(http.MethodPost, path, token, mediaType, `<svg/>`)
			require.Equal(w.t, want, status, "%s: %s", path, mediaType)
			require.NotEqual(w.t, "200", env.ResultCode, "%s: %s", path, mediaType)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
		status, _ := w.call(method, path, own, r.Takes.Types[0], `x`)
		require.Equal(w.t, 405, status, "%s %s", method, path)
	}
}

// tooLarge announces a body of one byte more than the most. The refusal comes before the body is read.
func (w *walker) tooLarge(path string, most int) {
	w.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.nodes[0], "http://"))
	require.NoError(w.t, err)
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(most+1)+"\r\n\r\n{")
	require.NoError(w.t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(w.t, err, path)
	defer func() { _ = res.Body.Close() }()
	require.Equal(w.t, 413, res.StatusCode, path)
}

// wrongType sends an object where a field wants something else: never a success, never a failure of ours.
func (w *walker) wrongType(r httpx.Route, path, own, field string) {
	w.t.Helper()
	for _, value := range []string{`{"a":1}`, `[[]]`, `"\u0000"`} {
		status, env := w.call(http.MethodPost, path, own, fiber.MIMEApplicationJSON, `{"`+field+`":`+value+`}`)
		require.Less(w.t, status, 500, "%s %s=%s", path, field, value)
		require.NotEqual(w.t, "200", env.ResultCode, "%s %s=%s", r.Path, field, value)
	}
}

// fieldsOf are the names that a request has on the wire.
func fieldsOf(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			names = append(names, fieldsOf(f.Type)...)
		case name != "-" && name != "":
			names = append(names, name)
		}
	}
	return names
}

// The contract page shows every call; `make check` verifies that the document is fresh.
func TestTheContractPageReadsWell(t *testing.T) {
	t.Parallel()
	page, err := renderDocs(openAPI)
	require.NoError(t, err)
	for _, r := range Routes(Services{}) {
		require.Contains(t, page, "<code>"+r.Path+"</code>")
	}
}

func TestNoTwoRoutesShareAPath(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range Routes(Services{}) {
		for _, path := range append([]string{r.Path}, r.Aliases...) {
			require.False(t, seen[path], path)
			seen[path] = true
		}
	}
}
