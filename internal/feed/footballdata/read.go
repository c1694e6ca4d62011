package footballdata

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

const (
	maxLine  = 64 << 10 // bytes
	maxLines = 50_000   // of a file; a season has a few hundred
	maxName  = 50       // characters of a team: the id of a match holds two
	maxCode  = 8        // characters of a league's code
	maxTitle = 40       // characters of an extra league: its country and its name
)

// usualKickoff is the local time of matches in files that have no column Time (before 2019).
const usualKickoff = "15:00"

// firstYear is the first year of a season that the site has.
const firstYear = 1993

// ErrFile reports a file that is not one of the site's: its first line lacks columns, or it has no end.
var ErrFile = errors.New("footballdata: not a file of results")

// Match is a row of a file.
type Match struct {
	Line       int    // of the file; the first line is 1
	Division   string // code of the league: "E0"
	Date       string // local, yyyy-mm-dd
	Home, Away string
	StartsAt   time.Time        // UTC
	Full, Half *odds.Score      // nil: the file does not say
	Fixture    bool             // the file has no scores at all: staff enters the result
	Markets    []fixture.Market // those for which the row has all prices, open, without the id of the match
}

// ID names the match: the same row has the same id in every reading of every file.
func (m Match) ID() string { return m.Division + "/" + m.Date + "/" + m.Home + "/" + m.Away }

// Rejected is a row that was left out, with the reason in English for the operator who imports the file.
type Rejected struct {
	Line   int
	Reason string
}

// Read returns the matches of a file in its order, and the rows that cannot be used. The error is ErrFile, or that of r. Whether prices are plausible
// is not asked here but where they are applied, as of every feed.
func Read(r io.Reader) (matches []Match, rejected []Rejected, err error) {
	london, err := british()
	if err != nil {
		return nil, nil, err
	}
	text, err := utf8Text(r)
	if err != nil {
		return nil, nil, err
	}
	lines := &lineReader{r: bufio.NewReaderSize(text, maxLine)}
	l, err := header(lines)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]int{}
	for {
		text, err := lines.next()
		if errors.Is(err, io.EOF) {
			matches, away := leaveOutliers(matches)
			rejected = append(rejected, away...)
			sortRejected(rejected)
			return matches, rejected, nil
		}
		var m Match
		if err == nil {
			var cells []string
			if cells, err = split(text, l.separator); err == nil && blank(cells) {
				continue
			}
			if err == nil {
				m, err = row{layout: l, cells: cells, cut: lines.cut}.match(london)
			}
		} else if !errors.Is(err, errLong) {
			return nil, nil, err
		}
		if err == nil && seen[m.ID()] > 0 {
			err = fmt.Errorf("repeats line %d", seen[m.ID()])
		}
		if err != nil {
			rejected = append(rejected, Rejected{lines.n, err.Error()})
			continue
		}
		m.Line = lines.n
		seen[m.ID()] = m.Line
		matches = append(matches, m)
	}
}

var british = sync.OnceValues(func() (*time.Location, error) {
	l, err := time.LoadLocation("Europe/London")
	if err != nil {
		return nil, fmt.Errorf("footballdata: %w", err)
	}
	return l, nil
})

var errLong = fmt.Errorf("longer than %d bytes", maxLine)

// lineReader reads line by line: a broken quotation mark spoils its own line only, and the numbers of lines are those of an editor.
type lineReader struct {
	r   *bufio.Reader
	n   int  // lines read
	cut bool // the last line did not end with a line break
}

// next returns the next line. The error is errLong for a line that was skipped, io.EOF after the last one, ErrFile for a file without end, or
// that of the reader.
func (l *lineReader) next() (string, error) {
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			long = true
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return "", fmt.Errorf("footballdata: line %d: %w", l.n+1, err)
		case err != nil && len(part) == 0 && !long:
			return "", io.EOF
		}
		if l.n++; l.n > maxLines {
			return "", fmt.Errorf("%w: more than %d lines", ErrFile, maxLines)
		}
		if l.cut = err != nil; long {
			return "", errLong
		}
		return strings.TrimRight(string(part), "\r\n"), nil
	}
}

// split returns the cells of a line, without the spaces around them.
func split(line string, separator rune) ([]string, error) {
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = separator
	r.FieldsPerRecord = -1
	cells, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return nil, bad.Err // its line would always be 1
	}
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells, err
}

func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return c != "" })
}

// needed are the columns without which a file cannot be used; those of an extra league have Country and League instead of Div.
var needed = []string{"Div", "Date", "HomeTeam", "AwayTeam"}

// layout is how the rows of a file are read.
type layout struct {
	columns   map[string]int // places by name; "" has the number of columns
	separator rune
	extra     bool // of an extra league
	fixtures  bool // without scores
}

// header reads the first line: the names of the columns with their places.
func header(lines *lineReader) (l layout, err error) {
	text, err := lines.next()
	if errors.Is(err, errLong) || errors.Is(err, io.EOF) {
		return l, fmt.Errorf("%w: no line of columns", ErrFile)
	}
	if err != nil {
		return l, err
	}
	text = strings.TrimPrefix(text, "\ufeff")
	l = layout{columns: map[string]int{}, separator: separatorOf(text)}
	cells, err := split(text, l.separator)
	if err != nil {
		return l, fmt.Errorf("%w: %w", ErrFile, err)
	}
	l.extra = slices.Contains(cells, "Country") && slices.Contains(cells, "League") && !slices.Contains(cells, "Div")
	for i, name := range cells {
		if main := extraNames[name]; l.extra && main != "" {
			name = main
		}
		if _, twice := l.columns[name]; twice && slices.Contains(used, name) {
			return l, fmt.Errorf("%w: two columns %s", ErrFile, name)
		}
		l.columns[name] = i
	}
	has := func(name string) bool {
		_, ok := l.columns[name]
		return ok
	}
	for _, name := range needed {
		if !has(name) && !(l.extra && name == "Div") {
			return l, fmt.Errorf("%w: no column %s", ErrFile, name)
		}
	}
	if l.fixtures = !has("FTHG") && !has("FTAG") && !has("FTR"); !l.fixtures && (!has("FTHG") || !has("FTAG")) {
		return l, fmt.Errorf("%w: one of the columns FTHG and FTAG is missing", ErrFile)
	}
	l.columns[""] = len(cells)
	return l, nil
}

// row is a line with the names of its cells.
type row struct {
	layout
	cells []string
	cut   bool // the file ends in the middle of the line, perhaps
}

// used are all columns that are read.
var used = append([]string{"FTHG", "FTAG", "Time", "FTR", "HTHG", "HTAG", "B365H", "B365D", "B365A", "B365>2.5", "B365<2.5", "AHh", "B365AHH", "B365AHA"}, needed...)

// cell returns a cell, empty where the file or the row does not have it: spreadsheets drop empty cells at the end of rows.
func (r row) cell(name string) string {
	if i, ok := r.columns[name]; ok && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

func (r row) match(london *time.Location) (Match, error) {
	columns := r.columns[""]
	switch {
	case len(r.cells) > columns && !blank(r.cells[columns:]):
		return Match{}, fmt.Errorf("%d cells for %d columns", len(r.cells), columns)
	case r.cut && len(r.cells) < columns:
		return Match{}, errors.New("the file ends within the row")
	}
	m := Match{Division: r.cell("Div"), Home: r.cell("HomeTeam"), Away: r.cell("AwayTeam"), Fixture: r.fixtures}
	if r.extra {
		m.Division = strings.TrimSpace(r.cell("Country") + " " + r.cell("League"))
		if !fixture.Text(m.Division) || utf8.RuneCountInString(m.Division) > maxTitle {
			return Match{}, fmt.Errorf("columns Country and League: not a league: %.60q", m.Division)
		}
	} else if !fixture.Text(m.Division) || utf8.RuneCountInString(m.Division) > maxCode {
		return Match{}, fmt.Errorf("column Div: not a code: %.32q", m.Division)
	}
	for _, column := range []string{"HomeTeam", "AwayTeam"} {
		if name := r.cell(column); !fixture.Text(name) || utf8.RuneCountInString(name) > maxName {
			return Match{}, fmt.Errorf("column %s: not a name: %.32q", column, name)
		}
	}
	if m.Home == m.Away {
		return Match{}, errors.New("column AwayTeam: the same as HomeTeam")
	}
	local, err := r.kickoff(london)
	if err != nil {
		return Match{}, err
	}
	m.StartsAt, m.Date = local.UTC(), local.Format(time.DateOnly)
	if !fixture.Text(m.ID()) {
		return Match{}, errors.New("the names of the league and the teams are too long together")
	}
	if m.Full, err = r.score("FTHG", "FTAG"); err != nil {
		return Match{}, err
	}
	if m.Half, err = r.score("HTHG", "HTAG"); err != nil {
		return Match{}, err
	}
	if err := m.contradiction(r.cell("FTR")); err != nil {
		return Match{}, err
	}
	m.Markets, err = r.markets()
	return m, err
}

// contradiction reports scores that cannot both be true, or a result that is not the one of the score.
func (m Match) contradiction(result string) error {
	switch {
	case m.Full == nil && (m.Half != nil || result != ""):
		return errors.New("column FTHG: absent, though the row has a half-time score or a result")
	case m.Full == nil:
		return nil
	case m.Half != nil && (m.Half.Home > m.Full.Home || m.Half.Away > m.Full.Away):
		return errors.New("column HTHG: more goals at half time than at full time")
	}
	ended := "D"
	if m.Full.Home > m.Full.Away {
		ended = "H"
	} else if m.Full.Home < m.Full.Away {
		ended = "A"
	}
	if result != "" && result != ended {
		return fmt.Errorf("column FTR: %.32q, but the score is %d-%d", result, m.Full.Home, m.Full.Away)
	}
	return nil
}

// dates and clocks are how the site, and spreadsheets that saved its files, write moments. Dates with slashes have the day first.
var (
	dates  = []string{"2/1/2006", "2/1/06", time.DateOnly}
	clocks = []string{"15:04", "15:04:05"}
)

// kickoff returns the start in British time. Years have two digits or four.
func (r row) kickoff(london *time.Location) (time.Time, error) {
	date, clock := r.cell("Date"), r.cell("Time")
	if clock == "" {
		clock = usualKickoff
	}
	for _, day := range dates {
		if _, err := time.Parse(day, date); err != nil {
			continue
		}
		form := slices.IndexFunc(clocks, func(c string) bool {
			_, err := time.Parse(c, clock)
			return err == nil
		})
		if form < 0 {
			return time.Time{}, fmt.Errorf("column Time: not a time: %.32q", clock)
		}
		at, err := time.ParseInLocation(day+" "+clocks[form], date+" "+clock, london)
		if err != nil {
			return time.Time{}, fmt.Errorf("column Time: not a time: %.32q", clock)
		}
		if at.Year() < firstYear || at.Year() > 2099 {
			return time.Time{}, fmt.Errorf("column Date: out of bounds: %.32q", date)
		}
		return at, nil
	}
	return time.Time{}, fmt.Errorf("column Date: not a date: %.32q", date)
}

// score returns the goals of two columns; nil when both are empty.
func (r row) score(home, away string) (*odds.Score, error) {
	if r.cell(home) == "" && r.cell(away) == "" {
		return nil, nil //nolint:nilnil // no score is an answer
	}
	h, err := r.goals(home)
	if err != nil {
		return nil, err
	}
	a, err := r.goals(away)
	if err != nil {
		return nil, err
	}
	return &odds.Score{Home: h, Away: a}, nil
}

func (r row) goals(column string) (int, error) {
	text := r.cell(column)
	if text == "" || len(text) > 2 || strings.Trim(text, "0123456789") != "" {
		return 0, fmt.Errorf("column %s: not a number of goals: %.32q", column, text)
	}
	return strconv.Atoi(text)
}

// markets returns the markets for which the row has all prices.
func (r row) markets() ([]fixture.Market, error) {
	if r.extra {
		return r.extraMarkets()
	}
	line := odds.Line(0)
	if text := r.decimal("AHh"); text != "" {
		var err error
		if line, err = odds.ParseLine(text); err != nil {
			return nil, fmt.Errorf("column AHh: not a handicap in quarters: %.32q", text)
		}
	}
	var all []fixture.Market
	for _, q := range []struct {
		kind    odds.Kind
		line    odds.Line
		columns []string // of the prices, in the order of the kind's keys
	}{
		{odds.OneXTwo, 0, []string{"B365H", "B365D", "B365A"}},
		{odds.Total, 10, []string{"B365>2.5", "B365<2.5"}},
		{odds.Handicap, line, []string{"B365AHH", "B365AHA"}},
	} {
		prices, err := r.prices(q.kind.Keys(), q.columns)
		if err != nil {
			return nil, err
		}
		if prices == nil || q.kind == odds.Handicap && r.cell("AHh") == "" {
			continue
		}
		all = append(all, fixture.Market{Kind: q.kind, Period: odds.Full, Line: q.line, State: fixture.Open, Prices: prices})
	}
	return all, nil
}

// prices returns the prices of some columns; nil when a cell is empty, which is how the files leave a market out.
func (r row) prices(keys []odds.Key, columns []string) ([]fixture.Price, error) {
	prices := make([]fixture.Price, 0, len(keys))
	for i, column := range columns {
		text := r.decimal(column)
		if text == "" {
			continue
		}
		price, err := odds.ParsePrice(text)
		if err != nil {
			return nil, fmt.Errorf("column %s: not a price: %.32q", column, text)
		}
		prices = append(prices, fixture.Price{Key: keys[i], Price: price})
	}
	if len(prices) < len(columns) {
		return nil, nil
	}
	return prices, nil
}

// extraMarkets returns the market of an extra league: who wins, by the first bookmaker that has all prices.
func (r row) extraMarkets() ([]fixture.Market, error) {
	for _, columns := range extraPrices {
		prices, err := r.prices(odds.OneXTwo.Keys(), columns)
		if err != nil {
			return nil, err
		}
		if prices != nil {
			return []fixture.Market{{Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: prices}}, nil
		}
	}
	return nil, nil
}

// decimal returns a cell with a number. Where the cells are not separated by commas, the number may have one.
func (r row) decimal(column string) string {
	if text := r.cell(column); r.separator != ',' && strings.Count(text, ",") == 1 {
		return strings.Replace(text, ",", ".", 1)
	}
	return r.cell(column)
}
