package feedtest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/feed/footballdata"
)

// utf16Text is a text as a spreadsheet saves it, with a mark or without.
func utf16Text(text string, little, mark bool) string {
	if mark {
		text = "\ufeff" + text
	}
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if little {
			out = append(out, byte(u), byte(u>>8))
		} else {
			out = append(out, byte(u>>8), byte(u))
		}
	}
	return string(out)
}

// Each way in which the site or a spreadsheet writes a season gives the same matches.
func TestASeasonIsReadHoweverItWasSaved(t *testing.T) {
	t.Parallel()
	const rows = "E0,05/08/2022,20:00,Alavés,B,1,0,H,0,0,Ref,2.25,3,4,1.9,1.9,-0.75,1.9,1.9\nE0,06/08/2022,15:00,C,D,2,2,D,1,1,Ref,2,3,4.5,1.9,1.9,0.25,1.9,1.9\n"
	text := seasonHead + rows
	want, rejected := readSeason(t, text)
	require.Empty(t, rejected)
	require.Len(t, want, 2)
	iso := strings.NewReplacer("05/08/2022,20:00", "2022-08-05,20:00:00", "06/08/2022,15:00", "2022-08-06,15:00:00").Replace(text)
	semicolons := strings.ReplaceAll(text, ",", ";")
	continental := strings.NewReplacer("2.25", "2,25", "4.5", "4,5", "1.9", "1,9", "-0.75", "-0,75", "0.25", "0,25").Replace(semicolons)
	continental = strings.Replace(continental, "B365>2,5;B365<2,5", "B365>2.5;B365<2.5", 1)
	for name, saved := range map[string]string{
		"windows": strings.ReplaceAll(text, "\n", "\r\n"), "old mac": strings.ReplaceAll(text, "\n", "\r"), "no last break": strings.TrimSuffix(text, "\n"),
		"ISO dates": iso, "semicolons": semicolons, "decimal commas": continental, "tabs": strings.ReplaceAll(text, ",", "\t"),
		"UTF-16": utf16Text(text, true, true), "UTF-16, big end first": utf16Text(strings.ReplaceAll(text, "\n", "\r\n"), false, true),
		"UTF-8 with a mark": "\ufeff" + text,
	} {
		got, rejected := readSeason(t, saved)
		require.Empty(t, rejected, name)
		require.Equal(t, want, got, name)
	}
	for _, little := range []bool{true, false} {
		_, _, err := footballdata.Read(strings.NewReader(utf16Text(text, little, false)))
		require.ErrorIs(t, err, footballdata.ErrFile)
		require.ErrorContains(t, err, "save it as UTF-8")
	}
}

// fixtures.csv has no scores: its matches are offered and played, and staff enters the results.
func TestFixturesAreReadAndPlayedWithoutResults(t *testing.T) {
	t.Parallel()
	matches, rejected := readSeason(t, "Div,Date,Time,HomeTeam,AwayTeam,B365H,B365D,B365A\nE0,05/08/2022,20:00,A,B,2,3,4\n")
	require.Empty(t, rejected)
	clk := clock.NewManual(matches[0].StartsAt)
	var states []fixture.EventState
	for _, c := range changesOf(playReplay(t, newReplay(t, matches, clk, footballdata.Options{Speed: 1, Lead: time.Hour}), clk, "")) {
		require.Nil(t, c.Result)
		if c.Event != nil {
			states = append(states, c.Event.State)
		}
	}
	require.Equal(t, []fixture.EventState{fixture.Scheduled, fixture.Live, fixture.Ended}, states, "no match is called postponed because a file has no scores")
}

func TestAnExtraLeagueIsRead(t *testing.T) {
	t.Parallel()
	const head = "Country,League,Season,Date,Time,Home,Away,HG,AG,Res,PSCH,PSCD,PSCA,AvgCH,AvgCD,AvgCA,B365CH,B365CD,B365CA\n"
	matches, rejected := readSeason(t, head+
		"Argentina,Liga Profesional,2023,28/01/2023,00:30,Arsenal Sarandi,Velez,1,2,A,3.1,3,2.6,3,3,2.5,3.2,3.1,2.55\n"+
		"Argentina,Liga Profesional,2023,29/01/2023,00:30,Boca,Tigre,1,1,D,1.5,4,7,1.4,4,7,,,\n"+
		"Argentina,Liga Profesional,2023,30/01/2023,00:30,River,Lanus,1,1,H,1.5,4,7,1.4,4,7,,,\n"+
		",,2023,30/01/2023,00:30,Racing,Lanus,1,1,D,1.5,4,7,1.4,4,7,,,\n")
	require.Equal(t, []footballdata.Rejected{{Line: 4, Reason: `column FTR: "H", but the score is 1-1`}, {Line: 5, Reason: `columns Country and League: not a league: ""`}}, rejected)
	require.Len(t, matches, 2)
	m := matches[0]
	require.Equal(t, "Argentina Liga Profesional/2023-01-28/Arsenal Sarandi/Velez", m.ID())
	require.Equal(t, []any{&odds.Score{Home: 1, Away: 2}, (*odds.Score)(nil), false}, []any{m.Full, m.Half, m.Fixture})
	require.Equal(t, []fixture.Market{{Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
		{Key: odds.Home, Price: 3200}, {Key: odds.Draw, Price: 3100}, {Key: odds.Away, Price: 2550},
	}}}, m.Markets)
	require.Equal(t, odds.Price(1500), matches[1].Markets[0].Prices[0].Price, "another bookmaker has all prices")
	clk := clock.NewManual(m.StartsAt)
	changes := changesOf(playReplay(t, newReplay(t, matches, clk, footballdata.Options{Speed: 1, Lead: time.Hour}), clk, ""))
	require.Equal(t, "AR", changes[0].League.Country)
	for _, c := range changes {
		require.Empty(t, c.Check())
	}
}

// A mistyped year is left out with its reason, and files with years between them are refused: a replay of either would say nothing for years.
func TestARowYearsAwayMakesNoReplaySilent(t *testing.T) {
	t.Parallel()
	season := func(year, matches int) (text string) {
		for i := range matches {
			text += fmt.Sprintf("E0,%02d/09/%d,15:00,A%d,B,1,0\n", i+1, year, i)
		}
		return text
	}
	const head = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n"
	matches, rejected := readSeason(t, head+season(2022, 20)+"E0,03/09/2032,15:00,C,D,1,0\nE0,03/09/1993,15:00,C,E,1,0\n")
	require.Len(t, matches, 20)
	require.Equal(t, []footballdata.Rejected{
		{Line: 22, Reason: "column Date: 2032-09-03 is years away from the rest of the file"}, {Line: 23, Reason: "column Date: 1993-09-03 is years away from the rest of the file"},
	}, rejected)
	matches, rejected = readSeason(t, head+season(2019, 10)+season(2022, 10))
	require.Len(t, matches, 20)
	require.Empty(t, rejected)
	_, err := footballdata.NewReplay(matches, clock.System{}, footballdata.Options{Speed: 1})
	require.ErrorContains(t, err, "no match from 2019-09-10 to 2022-09-01")
	matches, _ = readSeason(t, head+season(2021, 10)+season(2022, 10)+strings.ReplaceAll(season(2022, 10), "/09/", "/03/"))
	_, err = footballdata.NewReplay(matches, clock.System{}, footballdata.Options{Speed: 1})
	require.NoError(t, err, "seasons that follow each other")
}
