package feedtest_test

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/feed/footballdata"
)

const seasonHead = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,Referee,B365H,B365D,B365A,B365>2.5,B365<2.5,AHh,B365AHH,B365AHA\n"

// readSeason reads a file that is one.
func readSeason(t require.TestingT, text string) ([]footballdata.Match, []footballdata.Rejected) {
	matches, rejected, err := footballdata.Read(strings.NewReader(text))
	require.NoError(t, err)
	return matches, rejected
}

func TestARowBecomesAMatchWithItsMarkets(t *testing.T) {
	t.Parallel()
	matches, rejected := readSeason(t, "\ufeff"+seasonHead+"E0,05/08/2022,20:00,Crystal Palace,Arsenal,0,2,A,0,1,A Taylor,4.2,3.6,1.85,2.1,1.72,0.25,2.04,1.895\r\n")
	require.Empty(t, rejected)
	require.Len(t, matches, 1)
	m := matches[0]
	require.Equal(t, footballdata.Match{
		Line: 2, Division: "E0", Date: "2022-08-05", Home: "Crystal Palace", Away: "Arsenal", StartsAt: time.Date(2022, 8, 5, 19, 0, 0, 0, time.UTC),
		Full: &odds.Score{Home: 0, Away: 2}, Half: &odds.Score{Home: 0, Away: 1},
		Markets: []fixture.Market{
			{Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
				{Key: odds.Home, Price: 4200}, {Key: odds.Draw, Price: 3600}, {Key: odds.Away, Price: 1850},
			}},
			{Kind: odds.Total, Period: odds.Full, Line: 10, State: fixture.Open, Prices: []fixture.Price{
				{Key: odds.Over, Price: 2100}, {Key: odds.Under, Price: 1720},
			}},
			{Kind: odds.Handicap, Period: odds.Full, Line: 1, State: fixture.Open, Prices: []fixture.Price{
				{Key: odds.Home, Price: 2040}, {Key: odds.Away, Price: 1895},
			}},
		},
	}, m)
	require.Equal(t, "E0/2022-08-05/Crystal Palace/Arsenal", m.ID())
}

func TestKickoffsAreBritishTime(t *testing.T) {
	t.Parallel()
	const columns = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n"
	for row, want := range map[string]string{
		"26/03/2022,15:00":    "2022-03-26T15:00:00Z", // the day before the clocks go forward
		"27/03/2022,15:00":    "2022-03-27T14:00:00Z",
		"29/10/2022,12:30":    "2022-10-29T11:30:00Z",
		"30/10/2022,12:30":    "2022-10-30T12:30:00Z", // the day on which they go back
		"15/08/98,":           "1998-08-15T14:00:00Z", // an older file: two digits of the year, no time
		"01/01/05,":           "2005-01-01T15:00:00Z",
		"1/2/2005,9:05":       "2005-02-01T09:05:00Z",
		"2022-08-05,20:00:00": "2022-08-05T19:00:00Z", // as a spreadsheet saved it
	} {
		matches, rejected := readSeason(t, columns+"E0,"+row+",A,B,1,0\n")
		require.Empty(t, rejected, row)
		require.Equal(t, want, matches[0].StartsAt.Format(time.RFC3339), row)
	}
	matches, _ := readSeason(t, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,15/08/93,A,B,1,0\n")
	require.Equal(t, "1993-08-15T14:00:00Z", matches[0].StartsAt.Format(time.RFC3339))
}

func TestMarketsWithoutAllPricesAreLeftOut(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string][]odds.Kind{
		"2,3,4,1.9,1.9,-0.75,1.9,1.9": {odds.OneXTwo, odds.Total, odds.Handicap},
		"2,,4,1.9,1.9,-0.75,1.9,1.9":  {odds.Total, odds.Handicap},
		"2,3,4,1.9,,-0.75,1.9,1.9":    {odds.OneXTwo, odds.Handicap},
		"2,3,4,1.9,1.9,,1.9,1.9":      {odds.OneXTwo, odds.Total},
		"2,3,4":                       {odds.OneXTwo}, // a spreadsheet drops empty cells at the end
		"":                            nil,
	} {
		matches, rejected := readSeason(t, seasonHead+"E0,05/08/2022,20:00,A,B,1,0,H,,,,"+cells+"\n")
		require.Empty(t, rejected, cells)
		var kinds []odds.Kind
		for _, m := range matches[0].Markets {
			kinds = append(kinds, m.Kind)
		}
		require.Equal(t, want, kinds, cells)
	}
}

func TestMalformedRowsAreReportedAndTheRestIsUsed(t *testing.T) {
	t.Parallel()
	const prices = ",,2,3,4,1.9,1.9,-0.75,1.9,1.9"
	bad := []struct{ row, reason string }{
		{"E0,32/08/2022,20:00,A,B,1,0,H,0,0" + prices, `column Date: not a date: "32/08/2022"`},
		{"E0,05.08.2022,20:00,A,B,1,0,H,0,0" + prices, `column Date: not a date: "05.08.2022"`},
		{"E0,05/08/1892,20:00,A,B,1,0,H,0,0" + prices, `column Date: out of bounds: "05/08/1892"`},
		{"E0,05/08/2022,25:00,A,B,1,0,H,0,0" + prices, `column Time: not a time: "25:00"`},
		{",05/08/2022,20:00,A,B,1,0,H,0,0" + prices, `column Div: not a code: ""`},
		{"E0,05/08/2022,20:00,,B,1,0,H,0,0" + prices, `column HomeTeam: not a name: ""`},
		{"E0,05/08/2022,20:00,A,\xff,1,0,H,0,0" + prices, `column AwayTeam: not a name: "\xff"`},
		{"E0,05/08/2022,20:00,A,A,1,0,H,0,0" + prices, "column AwayTeam: the same as HomeTeam"},
		{"E0,05/08/2022,20:00,A,B,1,,H,0,0" + prices, `column FTAG: not a number of goals: ""`},
		{"E0,05/08/2022,20:00,A,B,-1,0,A,0,0" + prices, `column FTHG: not a number of goals: "-1"`},
		{"E0,05/08/2022,20:00,A,B,1.0,0,H,0,0" + prices, `column FTHG: not a number of goals: "1.0"`},
		{"E0,05/08/2022,20:00,A,B,100,0,H,0,0" + prices, `column FTHG: not a number of goals: "100"`},
		{"E0,05/08/2022,20:00,A,B,1,0,H,0," + prices, `column HTAG: not a number of goals: ""`},
		{"E0,05/08/2022,20:00,A,B,1,0,H,2,0" + prices, "column HTHG: more goals at half time than at full time"},
		{"E0,05/08/2022,20:00,A,B,1,0,D,0,0" + prices, `column FTR: "D", but the score is 1-0`},
		{"E0,05/08/2022,20:00,A,B,,,H,," + prices, "column FTHG: absent, though the row has a half-time score or a result"},
		{"E0,05/08/2022,20:00,A,B,1,0,H,0,0,,x,3,4", `column B365H: not a price: "x"`},
		{"E0,05/08/2022,20:00,A,B,1,0,H,0,0,,2,-3,4", `column B365D: not a price: "-3"`},
		{"E0,05/08/2022,20:00,A,B,1,0,H,0,0,,2,3,4,1e2", `column B365>2.5: not a price: "1e2"`},
		{"E0,05/08/2022,20:00,A,B,1,0,H,0,0,,2,3,4,1.9,1.9,-0.3,1.9,1.9", `column AHh: not a handicap in quarters: "-0.3"`},
		{"E0,05/08/2022,20:00,A,B,1,0,H,0,0" + prices + ",7", "20 cells for 19 columns"},
		{`E0,05/08/2022,20:00,"A,B,1,0,H,0,0` + prices, `extraneous or missing " in quoted-field`},
		{"E0,05/08/2022,20:00,Good,Match,2,1,H,0,0" + prices, "repeats line 2"},
		{strings.Repeat("x", 70_000), "longer than 65536 bytes"},
	}
	text := seasonHead + "E0,05/08/2022,20:00,Good,Match,1,0,H,0,0" + prices + "\n"
	for _, b := range bad {
		text += b.row + "\n"
	}
	text += "\n,,,,,,,\n" // empty rows at the end are usual
	text += "E0,06/08/2022,20:00,Good,Match,1,0,H,0,0" + prices + "\nE0,07/08/2022,20:00,Cut,Off,1,0,H,0,0,,1"
	matches, rejected := readSeason(t, text)
	require.Len(t, matches, 2)
	require.Equal(t, []int{2, 2 + len(bad) + 3}, []int{matches[0].Line, matches[1].Line})
	require.Len(t, rejected, len(bad)+1)
	for i, b := range bad {
		require.Equal(t, footballdata.Rejected{Line: 3 + i, Reason: b.reason}, rejected[i])
	}
	require.Equal(t, "the file ends within the row", rejected[len(bad)].Reason)
}

func TestAFileWithoutItsColumnsIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "\n", "<html>\n", "Country,League,Date,Home,HG,AG\n", "Country,Date,Home,Away,HG,AG\n", "D\x00i\x00v\x00,\x00", strings.Replace(seasonHead, "FTAG", "FTHG", 1), strings.Replace(seasonHead, "Div,", "", 1), `"` + seasonHead,
		strings.Repeat("x", 70_000), seasonHead + strings.Repeat("\n", 50_001),
	} {
		_, _, err := footballdata.Read(strings.NewReader(text))
		require.ErrorIs(t, err, footballdata.ErrFile, "%.40q", text)
	}
	failed := errors.New("the disk")
	_, _, err := footballdata.Read(io.MultiReader(strings.NewReader(seasonHead), failingReader{failed}))
	require.ErrorIs(t, err, failed)
}

type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }

// A bookmaker's line decides nothing here: whether prices are plausible is asked of every feed in one place.
func TestAbsurdPricesAreLeftToTheCheckOfChanges(t *testing.T) {
	t.Parallel()
	matches, rejected := readSeason(t, seasonHead+"E0,05/08/2022,20:00,A,B,1,0,H,,,,0,3,4,5,5\n")
	require.Empty(t, rejected)
	var reasons []fixture.Reason
	for _, m := range matches[0].Markets {
		m.Event = matches[0].ID()
		reasons = append(reasons, fixture.Change{Seq: 1, Market: &m}.Check())
	}
	require.Equal(t, []fixture.Reason{fixture.Absurd, fixture.Crossed}, reasons)
}

func TestAnyTextIsReadWithoutPanic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cells := rapid.SliceOf(rapid.SampledFrom([]string{"E0", "05/08/2022", "20:00", "A", "B", "1", "0", "", `"`, "1.9", "-0.25", "x", "\x00", "\n", "\r", "é"})).Draw(rt, "cells")
		matches, rejected := readSeason(rt, seasonHead+strings.Join(cells, ","))
		for _, m := range matches {
			require.True(rt, fixture.Text(m.ID()))
			require.Greater(rt, m.Line, 1)
		}
		for _, r := range rejected {
			require.NotEmpty(rt, r.Reason)
		}
	})
}

// seasonFiles returns the real files: they lie beside the repository, or where HUBSTAKE_FOOTBALL_DATA says. The test is skipped where they are absent.
func seasonFiles(t *testing.T) []string {
	t.Helper()
	dir := os.Getenv("HUBSTAKE_FOOTBALL_DATA")
	if dir == "" {
		dir = "../../../../shared/data/football"
	}
	files, err := filepath.Glob(filepath.Join(dir, "E0_*.csv"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the seasons do not lie beside the tree")
	}
	return files
}

// readRealMatches reads all seasons.
func readRealMatches(t *testing.T) (all []footballdata.Match) {
	t.Helper()
	for _, file := range seasonFiles(t) {
		f, err := os.Open(file)
		require.NoError(t, err)
		matches, rejected, err := footballdata.Read(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.Empty(t, rejected, file)
		require.Len(t, matches, 380, file)
		all = append(all, matches...)
	}
	return all
}

// The expectation reads the files by itself, without the package.
func TestRealSeasonsAreReadWhole(t *testing.T) {
	t.Parallel()
	matches := readRealMatches(t)
	for _, file := range seasonFiles(t) {
		f, err := os.Open(file)
		require.NoError(t, err)
		rows, err := csv.NewReader(f).ReadAll()
		require.NoError(t, err)
		require.NoError(t, f.Close())
		for _, cells := range rows[1:] {
			at := func(column string) string { return cells[slices.Index(rows[0], column)] }
			m := matches[0]
			matches = matches[1:]
			require.Equal(t, []string{at("HomeTeam"), at("AwayTeam")}, []string{m.Home, m.Away})
			require.Equal(t, at("FTHG")+at("FTAG")+at("HTHG")+at("HTAG"),
				strconv.Itoa(m.Full.Home)+strconv.Itoa(m.Full.Away)+strconv.Itoa(m.Half.Home)+strconv.Itoa(m.Half.Away))
			london, err := time.LoadLocation("Europe/London")
			require.NoError(t, err)
			require.Equal(t, at("Date")+at("Time"), m.StartsAt.In(london).Format("02/01/200615:04"))
			require.Len(t, m.Markets, 3)
			var prices []string
			for _, q := range m.Markets {
				q.Event = m.ID()
				require.Empty(t, fixture.Change{Seq: 1, Market: &q}.Check(), m.ID())
				for _, p := range q.Prices {
					prices = append(prices, strings.TrimRight(strings.TrimRight(p.Price.String(), "0"), "."))
				}
			}
			var want []string
			for _, column := range []string{"B365H", "B365D", "B365A", "B365>2.5", "B365<2.5", "B365AHH", "B365AHA"} {
				text := at(column)
				if strings.Contains(text, ".") {
					text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
				}
				want = append(want, text)
			}
			require.Equal(t, want, prices, m.ID())
			require.Equal(t, strings.TrimSuffix(at("AHh"), ".0"), m.Markets[2].Line.String(), m.ID())
		}
	}
	require.Empty(t, matches)
}
