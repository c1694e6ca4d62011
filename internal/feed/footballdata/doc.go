// Package footballdata reads the files of results and odds that football-data.co.uk publishes, one CSV file for each league and season, and replays
// them as a feed: Read makes matches of a file, Replay makes fixture.Batch of matches.
//
// The columns are those of the site's notes: Div, Date, Time, HomeTeam, AwayTeam, FTHG and FTAG (goals after 90 minutes with stoppage time, never with extra time), FTR,
// HTHG and HTAG (at half time), and the prices of one bookmaker before the match: B365H, B365D, B365A; B365>2.5, B365<2.5; AHh (the handicap of the home side)
// with B365AHH, B365AHA. fixtures.csv has no scores. Files of the "extra leagues" have Country, League, Home, Away, HG, AG and Res, and closing prices (B365CH,
// PSCH, AvgCH and so on). The cells may be separated by semicolons or tabs, and the text may be UTF-16, as spreadsheets save them. Other columns are ignored. Date and Time are British local time in the files of all countries.
package footballdata
