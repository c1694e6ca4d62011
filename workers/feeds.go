package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/core/odds"
	"hubstake/internal/feed/oddsapi"
	"hubstake/internal/feed/sim"
	"hubstake/internal/platform/config"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/play/sports"
	"hubstake/workers/poll"
)

// FeedSettings say which feeds of the sportsbook are read, and how long prices stay good.
type FeedSettings struct {
	// The sports feed of a vendor that speaks the simulator's protocol.
	SimURL   string        `env:"FEED_SIM_URL"`
	SimKey   config.Key    `env:"FEED_SIM_KEY"`
	SimEvery time.Duration `env:"FEED_SIM_EVERY" envDefault:"1s"`

	// the-odds-api.com.
	OddsKey        config.Secret `env:"FEED_ODDS_KEY"`
	OddsSports     []string      `env:"FEED_ODDS_SPORTS"` // leagues by the API's keys
	OddsRegions    []string      `env:"FEED_ODDS_REGIONS" envDefault:"eu"`
	OddsBookmakers []string      `env:"FEED_ODDS_BOOKMAKERS" envDefault:"pinnacle"`
	OddsResultDays int           `env:"FEED_ODDS_RESULT_DAYS" envDefault:"1"`
	OddsEvery      time.Duration `env:"FEED_ODDS_EVERY" envDefault:"1m"`

	// How old prices may be that no feed confirms.
	StaleLive   time.Duration `env:"FEED_STALE_LIVE" envDefault:"10s"`
	StaleBefore time.Duration `env:"FEED_STALE_BEFORE" envDefault:"2m"`
}

// Bounds of the intervals.
const (
	shortestEvery = 100 * time.Millisecond
	longestEvery  = time.Hour
	simDeadline   = 5 * time.Second
	oddsDeadline  = time.Minute      // of a question for all leagues of a sport
	oddsAnswer    = 10 * time.Second // of one of its requests
)

// validate checks what the types do not.
func (f FeedSettings) validate(production bool) error {
	var p config.Problems
	if (f.SimURL == "") != f.SimKey.Zero() {
		p.Add("FEED_SIM_URL and FEED_SIM_KEY must be set together")
	}
	if u, err := url.Parse(f.SimURL); f.SimURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		p.Add("FEED_SIM_URL must be of the form https://host")
	} else if production && u.Scheme == "http" && !isLoopback(u.Hostname()) {
		p.Add("FEED_SIM_URL must be https in production: prices must come from the vendor")
	}
	if (f.OddsKey == "") != (len(f.OddsSports) == 0) {
		p.Add("FEED_ODDS_KEY and FEED_ODDS_SPORTS must be set together")
	}
	for name, every := range map[string]time.Duration{"FEED_SIM_EVERY": f.SimEvery, "FEED_ODDS_EVERY": f.OddsEvery} {
		if every < shortestEvery || every > longestEvery {
			p.Add("%s must be between %s and %s", name, shortestEvery, longestEvery)
		}
	}
	if f.StaleLive < time.Second || f.StaleBefore < time.Second {
		p.Add("FEED_STALE_LIVE and FEED_STALE_BEFORE must be at least a second")
	}
	_, err := f.oddsFeeds(clock.System{})
	p.Join(err)
	return p.Err()
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// stale returns how old prices may be.
func (f FeedSettings) stale() sports.Options {
	return sports.Options{StaleLive: f.StaleLive, StaleBefore: f.StaleBefore}
}

// feeds returns the feeds of the settings.
func (f FeedSettings) feeds(clk clock.Clock) ([]poll.Feed, error) {
	all, err := f.oddsFeeds(clk)
	if err != nil || f.SimURL == "" {
		return all, err
	}
	key, err := provider.NewKey("given-1", provider.HMAC, f.SimKey[:])
	if err != nil {
		return nil, fmt.Errorf("FEED_SIM_KEY: %w", err)
	}
	sign := func(_ context.Context, h http.Header, path string, body []byte, now time.Time) error {
		return seamless.Sign(h, key, strings.TrimPrefix(path, "/v1/"), now, id.New(), body)
	}
	return append(all, poll.Feed{
		Name: sim.Name, Vendor: sim.Name, Source: sim.New(f.SimURL, sign, clk), Every: f.SimEvery, Deadline: simDeadline, Rewind: true,
	}), nil
}

// oddsFeeds returns a feed of the-odds-api.com for each sport of the leagues: teams are known by names that are unique in one sport only.
func (f FeedSettings) oddsFeeds(clk clock.Clock) ([]poll.Feed, error) {
	if f.OddsKey == "" || len(f.OddsSports) == 0 {
		return nil, nil
	}
	client, err := oddsapi.NewClient(oddsapi.Host, oddsapi.Key(f.OddsKey), &http.Client{Timeout: oddsAnswer})
	if err != nil {
		return nil, fmt.Errorf("FEED_ODDS_KEY: %w", err)
	}
	leagues := map[odds.Sport][]string{}
	for _, league := range f.OddsSports {
		sport, ok := oddsapi.SportOf(league)
		if !ok {
			return nil, fmt.Errorf("FEED_ODDS_SPORTS: %.64q is no league of a sport of the book", league)
		}
		leagues[sport] = append(leagues[sport], league)
	}
	var all []poll.Feed
	for _, sport := range odds.Sports {
		if len(leagues[sport]) == 0 {
			continue
		}
		source, err := oddsapi.NewFeed(client, clk, oddsapi.Options{
			Sports: leagues[sport], Regions: f.OddsRegions, Bookmakers: f.OddsBookmakers, DaysBack: f.OddsResultDays, Describe: true,
		})
		if err != nil {
			return nil, fmt.Errorf("FEED_ODDS_*: %w", err)
		}
		all = append(all, poll.Feed{
			Name: "oddsapi-" + string(sport), Vendor: "oddsapi", Source: source, Every: f.OddsEvery, Deadline: oddsDeadline, Rewind: true,
		})
	}
	return all, nil
}
