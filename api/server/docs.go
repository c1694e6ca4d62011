package server

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"hubstake/internal/access/httpx"
)

//go:embed openapi.json
var openAPI []byte

//go:embed docs.html
var docsPage string

//go:embed docs.css
var docsStyle string

// mountDocs serves the contract: /api/docs/openapi.json for programs, /api/docs for people. In production it is for staff who are
// logged in: it lists the calls of the back office, so it is shown in the networks of the back office only.
func mountDocs(app *fiber.App, deps httpx.Deps, staffOnly bool) error {
	page, err := renderDocs(openAPI)
	if err != nil {
		return err
	}
	serve := func(path, mediaType, content string) {
		app.Get(path, func(c fiber.Ctx) error {
			if err := deps.Inside(c); err != nil {
				return err
			}
			if staffOnly {
				if err := deps.Staff(c); err != nil {
					return err
				}
			}
			c.Set(fiber.HeaderContentType, mediaType)
			c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
			c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
			c.Set(fiber.HeaderCacheControl, "no-store")
			return c.SendString(content)
		})
	}
	serve("/api/docs", fiber.MIMETextHTMLCharsetUTF8, page)
	serve("/api/docs/docs.css", "text/css; charset=utf-8", docsStyle)
	serve("/api/docs/openapi.json", fiber.MIMEApplicationJSONCharsetUTF8, string(openAPI))
	return nil
}

// schema is as much of JSON Schema as the document uses.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       any                `json:"type"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	Additional *schema            `json:"additionalProperties"`
	Required   []string           `json:"required"`
}

type document struct {
	Info struct {
		Title       string `json:"title"`
		Description string `json:"description"`
	} `json:"info"`
	Paths map[string]map[string]struct {
		Tags        []string `json:"tags"`
		Description string   `json:"description"`
		RequestBody struct {
			Content map[string]struct{ Schema *schema } `json:"content"`
		} `json:"requestBody"`
		Responses map[string]struct {
			Content map[string]struct{ Schema *schema } `json:"content"`
		} `json:"responses"`
	} `json:"paths"`
	Components struct {
		Schemas map[string]*schema `json:"schemas"`
	} `json:"components"`
}

type docGroup struct {
	Name  string
	Calls []docCall
}

type docCall struct {
	Path, Access, Req, Res string
}

// renderDocs makes one readable page of the document.
func renderDocs(raw []byte) (string, error) {
	var doc document
	if err := json.Unmarshal(raw, &doc); err != nil {
		return "", fmt.Errorf("openapi document: %w", err)
	}
	groups := map[string]*docGroup{}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		op := doc.Paths[path]["post"]
		g := groups[op.Tags[0]]
		if g == nil {
			g = &docGroup{Name: op.Tags[0]}
			groups[op.Tags[0]] = g
		}
		call := docCall{Path: path, Access: op.Description, Req: doc.shape(op.RequestBody.Content["application/json"].Schema, 0)}
		if env := op.Responses["200"].Content["application/json"].Schema; env != nil {
			call.Res = doc.shape(doc.resolve(env).Properties["data"], 0)
		}
		g.Calls = append(g.Calls, call)
	}
	var sorted []*docGroup
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		sorted = append(sorted, groups[name])
	}
	t, err := template.New("docs").Parse(docsPage)
	if err != nil {
		return "", fmt.Errorf("docs page: %w", err)
	}
	var out strings.Builder
	if err := t.Execute(&out, map[string]any{"Info": doc.Info, "Groups": sorted}); err != nil {
		return "", fmt.Errorf("docs page: %w", err)
	}
	return out.String(), nil
}

func (d *document) resolve(s *schema) *schema {
	for s != nil && s.Ref != "" {
		s = d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	return s
}

// shape writes a schema the way a reader wants to see it: {name: type, …}.
func (d *document) shape(s *schema, depth int) string {
	s = d.resolve(s)
	pad := strings.Repeat("  ", depth+1)
	switch {
	case s == nil:
		return "{}"
	case s.Items != nil:
		return "[" + d.shape(s.Items, depth) + "]"
	case len(s.Properties) > 0:
		var b strings.Builder
		b.WriteString("{\n")
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			fmt.Fprintf(&b, "%s%s: %s\n", pad, name, d.shape(s.Properties[name], depth+1))
		}
		return b.String() + pad[2:] + "}"
	case s.Additional != nil:
		return "{name: " + d.shape(s.Additional, depth) + "}"
	}
	switch t := s.Type.(type) {
	case string:
		if t == "object" {
			return "{}"
		}
		return t
	case []any:
		var names []string
		for _, n := range t {
			names = append(names, fmt.Sprint(n))
		}
		slices.SortFunc(names, func(a, b string) int { // "null" last
			return strings.Compare(strings.Replace(a, "null", "~", 1), strings.Replace(b, "null", "~", 1))
		})
		return strings.Join(names, " or ")
	}
	return "any"
}
