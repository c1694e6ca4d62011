package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/site"
)

// Levels is the option with the limits of levels; a limit is named levels.3.depositMax.
const Levels = "levels"

// withLimits returns the levels that have a limit of their own.
func withLimits(levels map[string]site.Level) map[string]site.Level {
	own := map[string]site.Level{}
	for n, l := range levels {
		if l != (site.Level{}) {
			own[n] = l
		}
	}
	return own
}

// amountsOf returns the limits of a level by their names.
func amountsOf(l site.Level) map[string]money.Amount {
	return map[string]money.Amount{
		"depositMin": l.DepositMin, "depositMax": l.DepositMax, "withdrawMin": l.WithdrawMin, "withdrawMax": l.WithdrawMax, "maxStake": l.MaxStake,
		"sportsMinStake": l.SportsMinStake, "sportsMaxWin": l.SportsMaxWin,
	}
}

// levels reports whether these are limits of levels that exist, each an amount or 0.
func levels(all map[string]site.Level) bool {
	for name, l := range all {
		if n, err := strconv.Atoi(name); err != nil || n < 1 || n > site.MaxLevel || strconv.Itoa(n) != name {
			return false
		}
		amounts := slices.Collect(maps.Values(amountsOf(l)))
		if slices.Min(amounts) < 0 || slices.Max(amounts) > money.Max {
			return false
		}
	}
	return true
}

// checkLevels applies the rules for pairs to what a change makes of each level: of those that it gives other limits, and of those that have one beside an
// option that changes.
func checkLevels(o, next site.Options, c change) error {
	for n := 1; n <= site.MaxLevel; n++ {
		level := strconv.Itoa(n)
		was, is := amountsOf(o.Levels[level]), amountsOf(next.Levels[level])
		of := next.ForLevel(n)
		of.MaxStake = next.StakeOfLevel(n)
		of.SportsMinStake, of.SportsMaxWin = next.Sportsbook().OfLevel(n)
		// changed reports whether the level is held to another value of an option, and whether the value is its own or was.
		changed := func(option string) (other, own bool) {
			if is[option] != 0 || was[option] != 0 {
				return is[option] != was[option], true
			}
			return slices.Contains(c.names, option), false
		}
		for _, p := range pairs {
			one, ownOne := changed(p.one)
			other, ownOther := changed(p.other)
			if (!ownOne && !ownOther) || (!one && !other) || p.fit(of) {
				continue
			}
			option, with := levelOption(level, p.one, ownOne), levelOption(level, p.other, ownOther)
			if !one {
				option, with = with, option
			}
			return fault.SettingsContradict.With("option", option).With("other", with)
		}
	}
	return nil
}

func levelOption(level, option string, own bool) string {
	if own {
		return Levels + "." + level + "." + option
	}
	return option
}

// Request is what a request for a second person would change.
type Request struct {
	Before, After Values
	At            *time.Time // from when it holds; nil: from the approval
}

// Asked reads a request for a second person.
func Asked(r approval.Request) (Request, error) {
	var p proposal
	if err := json.Unmarshal(r.Detail, &p); err != nil {
		return Request{}, fmt.Errorf("settings: approval %d: %w", r.ID, err)
	}
	if p.Level != 0 {
		of := func(l site.Level) Values { return Values{Levels: map[string]site.Level{strconv.Itoa(p.Level): l}} }
		return Request{Before: of(p.LimitsBefore), After: of(p.Limits)}, nil
	}
	return Request{Before: p.Before, After: p.Change, At: p.At}, nil
}
