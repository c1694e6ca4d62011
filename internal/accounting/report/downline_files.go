package report

import (
	"context"
	"io"
	"time"

	"hubstake/internal/core/csvfile"
	"hubstake/internal/core/paging"
)

// DownlineFile is a list of the partner area as a file.
type DownlineFile struct {
	Site, Partner, Title string
	Days                 *paging.Days // nil: the list is of this moment
	Columns              []string
	Totals               [][]string // rows between the title and the list
	// Next returns rows, and whether there are further ones; stamp writes a moment on the site's clock. At the end of the list it returns no rows.
	Next func(ctx context.Context, stamp func(time.Time) string) (rows [][]string, more bool, err error)
}

// FileRows is how many rows of a list a file asks for at once.
const FileRows = csvRows

// DownlineFile returns a list as CSV, with the site, the partner, its days and the time at which it was made in front (S-93). The caller checks the days
// by reading the first page, and closes the file. It is read from the database while it is sent.
func (s *Service) DownlineFile(ctx context.Context, f DownlineFile) (io.ReadCloser, error) {
	st, err := s.sites.Get(ctx, f.Site)
	if err != nil {
		return nil, err
	}
	loc := st.Options.Location()
	stamp := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.In(loc).Format(time.DateTime)
	}
	now := s.clk.Now()
	title := []string{f.Title, st.Name, f.Partner, st.Options.Currency, stamp(now), stamp(now), stamp(now)}
	if f.Days != nil {
		d, err := s.daysOf(st, *f.Days)
		if err != nil {
			return nil, err
		}
		title[4], title[5] = stamp(d.Since), stamp(d.Until.Add(-time.Second))
	}
	head := append([][]string{{"Report", "Site", "Partner", "Currency", "From", "To", "Made at"}, title}, f.Totals...)
	head = append(head, f.Columns)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), csvTimeout)
	none := true
	next := func() ([][]string, bool, error) {
		rows, more, err := f.Next(ctx, stamp)
		if none = none && len(rows) == 0; none && !more && err == nil {
			return [][]string{{"No activity"}}, false, nil
		}
		return rows, more, err
	}
	return csvfile.New(head, csvfile.AtMost(s.fileRows, next), cancel), nil
}
