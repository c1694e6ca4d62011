package content

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"hubstake/internal/operator/content/contentdb"
)

// The lists of codes.
const (
	Groups     = "groupCode" // groups of games
	Games      = "code"      // game codes: the codes of vendors and kinds within their groups
	Categories = "bcategory" // categories of posts and inquiries
)

// Code of a list.
type Code struct {
	Master string            `json:"master"`
	Group  string            `json:"group"` // empty: the list has none
	Code   string            `json:"code"`
	Names  map[string]string `json:"names"` // by language, all six
	Order  int32             `json:"ord"`
}

// Codes returns a list in its order; one that does not exist is empty.
func (s *Service) Codes(ctx context.Context, master string) ([]Code, error) {
	rows, err := contentdb.New(s.db).Codes(ctx, master)
	if err != nil {
		return nil, fmt.Errorf("codes: %w", err)
	}
	out := make([]Code, len(rows))
	for i, r := range rows {
		out[i] = Code{Master: master, Group: r.Grp, Code: r.Code, Order: r.Ord}
		if err := json.Unmarshal(r.Names, &out[i].Names); err != nil {
			return nil, fmt.Errorf("code %s/%s: %w", master, r.Code, err)
		}
	}
	return out, nil
}

//go:embed codes.json
var catalogue []byte

// series is one line of codes.json: a code, or all from one number to another, whose names then have {n} for it.
type series struct {
	Code
	From int `json:"from"`
	To   int `json:"to"`
}

// Catalogue is the product's own list of codes (product.txt, section 3).
func Catalogue() ([]Code, error) {
	var all []series
	if err := json.Unmarshal(catalogue, &all); err != nil {
		return nil, fmt.Errorf("codes.json: %w", err)
	}
	var out []Code
	for _, s := range all {
		if s.Code.Code != "" {
			out = append(out, s.Code)
			continue
		}
		for n := s.From; n <= s.To; n++ {
			out = append(out, s.at(n))
		}
	}
	return out, nil
}

// Upsert writes codes, or renames those of the same keys.
func Upsert(ctx context.Context, db contentdb.DBTX, codes ...Code) error {
	q := contentdb.New(db)
	for _, c := range codes {
		names, err := json.Marshal(c.Names)
		if err != nil {
			return fmt.Errorf("code %s/%s: %w", c.Master, c.Code, err)
		}
		err = q.UpsertCode(ctx, contentdb.UpsertCodeParams{Master: c.Master, Grp: c.Group, Code: c.Code, Names: names, Ord: c.Order})
		if err != nil {
			return fmt.Errorf("code %s/%s: %w", c.Master, c.Code, err)
		}
	}
	return nil
}

// at is the code of one number of a series.
func (s series) at(n int) Code {
	number := strconv.Itoa(n)
	c := Code{Master: s.Master, Group: s.Group, Code: number, Names: map[string]string{}, Order: s.Order}
	for lang, name := range s.Names {
		c.Names[lang] = strings.ReplaceAll(name, "{n}", number)
	}
	return c
}
