package report

import (
	"context"
	"time"

	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
)

// DownlineFile is a list of the partner area as a file.
type DownlineFile struct {
	Site, Partner, Name, Title string
	Days                       *paging.Days // nil: the list is of this moment
	Columns                    []string
	Totals                     []sheet.Cells // between the title and the list
	// Next returns rows, and whether there are further ones. At the end of the list it returns no rows.
	Next func(ctx context.Context) (rows []sheet.Cells, more bool, err error)
}

// FileRows is how many rows of a list a file asks for at once.
const FileRows = fileBatch

// DownlineFile returns a list for a file, with the site, the partner, its days and the time at which it was made in front (S-93). The caller checks the days
// by reading the first page. It is read from the database while it is sent.
func (s *Service) DownlineFile(ctx context.Context, f DownlineFile) (sheet.List, error) {
	st, err := s.sites.Get(ctx, f.Site)
	if err != nil {
		return sheet.List{}, err
	}
	now := s.clk.Now()
	since, last := now, now
	if f.Days != nil {
		d, err := s.daysOf(st, *f.Days)
		if err != nil {
			return sheet.List{}, err
		}
		since, last = d.Since, d.Until.Add(-time.Second)
	}
	head := []sheet.Cells{
		sheet.Texts("Report", "Site", "Partner", "Currency", "From", "To", "Made at"),
		append(sheet.Texts(f.Title, st.Name, f.Partner, st.Options.Currency), sheet.At(since), sheet.At(last), sheet.At(now)),
	}
	head = append(append(head, f.Totals...), sheet.Texts(f.Columns...))
	none := true
	next := func(ctx context.Context) ([]sheet.Cells, bool, error) {
		rows, more, err := f.Next(ctx)
		if none = none && len(rows) == 0; none && !more && err == nil {
			return []sheet.Cells{sheet.Texts("No activity")}, false, nil
		}
		return rows, more, err
	}
	return sheet.List{Name: f.Name, Zone: st.Options.Location(), Currency: st.Options.Currency, Head: head, Next: next, Most: s.fileRows}, nil
}
