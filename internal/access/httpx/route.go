// Package httpx is the doorway between HTTP and the services: a route is a function from a caller and a request to an
// answer, and everything around it (strict decoding, access, the envelope, logs and metrics) is here, once.
package httpx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/gofiber/fiber/v3"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/access/limit"
	"hubstake/internal/access/token"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
)

// Access says who may call a route.
type Access uint8

// The kinds of access.
const (
	Public  Access = iota // no session needed
	Member                // a logged-in member or partner
	Partner               // a partner in the partner area
	Staff                 // back office
)

// audience is the area of the token that the access needs; public routes need none.
func (a Access) audience() token.Audience {
	return [...]token.Audience{"", token.Member, token.Partner, token.Admin}[a]
}

// String names the access for the generated contract.
func (a Access) String() string { return [...]string{"public", "member", "partner", "staff"}[a] }

// None is a request or an answer without fields.
type None struct{}

// Caller is who calls: from the session, never from the body.
type Caller struct {
	MemID          string // memId, or the staff id; empty for the public
	Agent          string // of the partner area: whose login it is, the partner itself or a person of its sub-staff
	Site           string
	SID            string
	Audience       token.Audience
	Gen            int
	Expires        time.Time     // of the token
	Rights         []right.Right // of staff and of the partner area
	IP             netip.Addr
	UserAgent      string
	Lang           string          // vn, ko, en, th, cn or jp as the browser prefers; empty when it says nothing known
	Trace          string          // W3C traceparent
	IdempotencyKey idempotency.Key // of this call, when it is one of httpx.Idempotent and the caller named it

	fresh  func(context.Context) (bool, error) // staff only: Deps.Fresh of this session
	limits *limit.Limiter
}

// Fresh reports whether a staff member has given a one-time code again within the last minutes (S-85). Routes that need it whatever they are
// asked for take the option Fresh; others pass the answer to the domain, whose rule decides.
func (c Caller) Fresh(ctx context.Context) (bool, error) {
	if c.fresh == nil {
		return false, nil
	}
	return c.fresh(ctx)
}

// Count counts a call in a further class, for what it turned out to be: the 429 of a caller who must wait, which takes the place of the answer.
func (c Caller) Count(ctx context.Context, class limit.Class) error {
	return tooOften(c.limits.Member(ctx, class, c.IP, c.key()))
}

// CountTree is Count for all partners of a tree together, or the guests with their codes. The head office names the tree.
func (c Caller) CountTree(ctx context.Context, class limit.Class, head string) error {
	return tooOften(c.limits.Tree(ctx, class, c.IP, head))
}

// key is the name under which the calls of a session are counted.
func (c Caller) key() string { return string(c.Audience) + ":" + c.MemID }

// Has reports whether the person has the right.
func (c Caller) Has(r right.Right) bool { return slices.Contains(c.Rights, r) }

// Route is one call of the API.
type Route struct {
	Path       string // as in spec/endpoints.tsv; {name} is a field of the request tagged path:"name"
	Aliases    []string
	Access     Access
	Right      right.Right // staff and the partner area: the right that is needed
	Idempotent bool        // may be named by a key: repeated, it has no second effect
	Passive    bool        // does not count as the member's activity (polls)
	Fresh      bool        // staff: the session needs a fresh one-time code
	Everywhere bool        // is also answered on the hosts of the back office
	Class      limit.Class // how often it may be called
	Takes      Uploads     // the files that it takes instead of JSON
	Req        reflect.Type
	Res        reflect.Type

	further  right.Right          // is needed as well for the requests that also names
	also     func(req any) bool   // nil: for none
	searches func(req any) bool   // reports whether a request is a search, which has a pace of its own beside that of the class
	id       func(req any) string // the id that a request tries, which has a pace of its own
	serve    func(ctx context.Context, d Deps, who Caller, body []byte, param func(string) string) (any, error)
}

// Option refines a route.
type Option func(*Route)

// Needs asks staff, or a person of the partner area, for a right.
func Needs(one right.Right) Option { return func(r *Route) { r.Right = one } }

// NeedsAlso asks for a further right for some requests of a call: those that do what another call needs that right for.
func NeedsAlso[Req any](one right.Right, is func(Req) bool) Option {
	return func(r *Route) {
		r.further = one
		r.also = func(req any) bool {
			in, _ := req.(Req) // as of Tries
			return is(in)
		}
	}
}

// Passive says that the call is made by the page, not by the person (D-09).
func Passive(r *Route) { r.Passive = true }

// Idempotent says that a caller may name a call by the header Idempotency-Key; the service does what Caller.IdempotencyKey is for.
func Idempotent(r *Route) { r.Idempotent = true }

// Everywhere says that pages of the back office need the call as well as those of members: it is answered on the hosts of both.
func Everywhere(r *Route) { r.Everywhere = true }

// Fresh asks staff for a one-time code that was given again within the last minutes (S-85); U045 without. A call that is malformed is refused
// before, so that no person types a code for nothing.
func Fresh(r *Route) { r.Fresh = true }

// Pace puts a call into a class; without it, it is in limit.Read.
func Pace(c limit.Class) Option { return func(r *Route) { r.Class = c } }

// Tries says which id a request tries to be: each id has the pace of the call's class, from wherever it is tried.
func Tries[Req any](id func(Req) string) Option {
	return func(r *Route) {
		r.id = func(req any) string {
			in, _ := req.(Req) // Post's own type, or it would not be an option of that call
			return id(in)
		}
	}
}

// Searches says which requests of staff search for what is masked: they are in limit.Search as well.
func Searches[Req any](is func(Req) bool) Option {
	return func(r *Route) {
		r.searches = func(req any) bool {
			in, _ := req.(Req) // as of Tries
			return is(in)
		}
	}
}

// Alias adds a correct spelling beside a path that the product misspells (D-40).
func Alias(path string) Option { return func(r *Route) { r.Aliases = append(r.Aliases, path) } }

// Post declares a route. Req and Res are the wire types: structs with json tags. A body with an unknown field, a wrong
// type or a foreign siteId never reaches the handler. A right that there is not, or that is not one of the area, panics: programs
// declare their routes when they start.
func Post[Req, Res any](path string, access Access, handle func(context.Context, Caller, Req) (Res, error), opts ...Option) Route {
	r := Route{Path: path, Access: access, Class: limit.Read, Req: reflect.TypeFor[Req](), Res: reflect.TypeFor[Res]()}
	params := pathFields(r.Req, path)
	r.serve = func(ctx context.Context, d Deps, who Caller, body []byte, param func(string) string) (any, error) {
		var in struct {
			SiteID jsontext.Value `json:"siteId,omitempty"`
			Req    Req            `json:",embed"`
		}
		if err := Decode(body, &in); err != nil {
			return nil, err
		}
		if err := checkSite(in.SiteID, who.Site); err != nil {
			return nil, err
		}
		for name, field := range params {
			reflect.ValueOf(&in.Req).Elem().FieldByIndex(field).SetString(param(name))
		}
		if r.also != nil && r.also(in.Req) && !who.Has(r.further) {
			return nil, errForbidden
		}
		if r.id != nil { // r as the options left it
			if err := tooOften(d.Limits.ID(ctx, r.Class, who.IP, who.Site+":"+r.id(in.Req))); err != nil {
				return nil, err
			}
		}
		if r.searches != nil && r.searches(in.Req) {
			if err := tooOften(d.Limits.Member(ctx, limit.Search, who.IP, who.key())); err != nil {
				return nil, err
			}
		}
		if r.Fresh {
			if fresh, err := who.Fresh(ctx); err != nil || !fresh {
				return nil, cmp.Or(err, error(fault.FreshCodeNeeded))
			}
		}
		return handle(ctx, who, in.Req)
	}
	for _, o := range opts {
		o(&r)
	}
	if r.Fresh && access != Staff {
		panic("httpx: " + path + ": only staff has one-time codes")
	}
	for _, one := range []right.Right{r.Right, r.further} {
		if one != "" && (access != Staff || !one.Known()) && (access != Partner || !slices.Contains(right.Partners(), one)) {
			panic(fmt.Sprintf("httpx: %s: %s cannot need the right %q", path, access, one))
		}
	}
	return r
}

// checkSite refuses a siteId that is no text or not the caller's; none at all is fine.
func checkSite(given jsontext.Value, site string) error {
	if given == nil {
		return nil
	}
	var text string
	if given.Kind() != '"' || json.Unmarshal(given, &text) != nil {
		return errMalformed
	}
	if text != site {
		return errForeignSite
	}
	return nil
}

// pathFields maps the {names} of a path to the fields that take them. A path without its field is a programming error.
func pathFields(req reflect.Type, path string) map[string][]int {
	fields := map[string][]int{}
	for part := range strings.SplitSeq(path, "/") {
		name, ok := strings.CutPrefix(part, "{")
		if !ok {
			continue
		}
		name = strings.TrimSuffix(name, "}")
		for i := range req.NumField() {
			if req.Field(i).Tag.Get("path") == name {
				fields[name] = req.Field(i).Index
			}
		}
		if fields[name] == nil {
			panic(fmt.Sprintf("httpx: %s: no field of %s takes {%s}", path, req, name))
		}
	}
	return fields
}

// fiberPath writes {name} the way the router does.
func fiberPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// Decode reads a body strictly: one object, no unknown or repeated name, no invalid UTF-8, no NUL, not nested without end.
func Decode(body []byte, into any) error {
	if len(body) == 0 {
		body = []byte("{}")
	}
	if body[0] != '{' || tooDeep(body) || strings.Contains(string(body), `\u0000`) {
		return errMalformed
	}
	if err := json.Unmarshal(body, into, json.RejectUnknownMembers(true)); err != nil {
		return fmt.Errorf("%w: %s", errMalformed, complaint(err))
	}
	return nil
}

// complaint says what is wrong with a body and at which byte. It repeats nothing that the body says, neither names nor values: a page
// with a mistake may have put a password there, and the text goes into the log.
func complaint(err error) string {
	kind, at := "the body does not fit", int64(0)
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	if errors.As(err, &syntactic) {
		kind, at = "not JSON", syntactic.ByteOffset
	} else if errors.As(err, &semantic) {
		kind, at = "a value of the wrong type", semantic.ByteOffset
	}
	switch {
	case errors.Is(err, json.ErrUnknownName):
		kind = "an unknown name"
	case errors.Is(err, jsontext.ErrDuplicateName):
		kind = "a name given twice"
	}
	return fmt.Sprintf("%s at byte %d", kind, at)
}

// tooDeep reports whether brackets are nested more than 32 deep; no request of the product is.
func tooDeep(body []byte) bool {
	depth, inString := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > 32 {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// SessionCookie is implemented by answers that begin, renew or end a session: the cookie of the audience is set to the
// token, or removed when the token is empty.
type SessionCookie interface {
	SessionCookie() (audience token.Audience, value string, expires time.Time)
}

// cookieName is the name under which a browser keeps a session (D-09). The __Host- prefix needs https.
func cookieName(a token.Audience, secure bool) string {
	name := map[token.Audience]string{token.Member: "sid", token.Partner: "psid", token.Admin: "asid"}[a]
	if secure {
		return "__Host-" + name
	}
	return name
}

func setCookie(c fiber.Ctx, s SessionCookie, secure bool) {
	audience, value, expires := s.SessionCookie()
	if audience == "" {
		return
	}
	ck := &fiber.Cookie{
		Name: cookieName(audience, secure), Value: value, Path: "/", Expires: expires,
		HTTPOnly: true, Secure: secure, SameSite: fiber.CookieSameSiteStrictMode,
	}
	if value == "" {
		ck.Expires = time.Unix(0, 0)
		c.Set("Clear-Site-Data", `"storage"`)
	}
	c.Cookie(ck)
}
