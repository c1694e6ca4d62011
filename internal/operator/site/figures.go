package site

import (
	"fmt"
	"strconv"
	"strings"

	"hubstake/internal/core/money"
)

// Figures are the values of options that a site's documents name as {{name}}, so that no text disagrees with its option.
type Figures struct {
	Amounts map[string]money.Amount // minor units; name.3 is that of level 3
	Words   map[string]string       // counts, percentages, times of day
}

// Figures returns what the documents of a site may name.
func (o Options) Figures() Figures {
	f := Figures{
		Amounts: map[string]money.Amount{
			"depositMin": o.DepositMin, "depositMax": o.DepositMax, "depositUnit": o.DepositUnit,
			"withdrawMin": o.WithdrawMin, "withdrawMax": o.WithdrawMax, "withdrawUnit": o.WithdrawUnit,
			"pointChangeAmtLimit": o.PointChangeAmtLimit, "pointChangeAmtUnit": o.PointChangeAmtUnit, "maxStake": o.MaxStake,
			"sportsMaxPayout": o.SportsMaxPayout,
		},
		Words: map[string]string{
			"depositWaitMinutes": strconv.Itoa(o.DepositWaitMinutes), "withdrawWaitMinutes": strconv.Itoa(o.WithdrawWaitMinutes),
			"withdrawUndoSeconds": strconv.Itoa(o.WithdrawUndoSeconds), "exchangeClosedFrom": o.ExchangeClosedFrom, "exchangeClosedTo": o.ExchangeClosedTo,
			"timeZone": o.TimeZone, "rollingPercent": percent(o.RollingBasisPoints), "pointRollingPercent": percent(o.PointRollingBasisPoints),
			"pinLength": strconv.Itoa(o.PinLength), "pinTries": strconv.Itoa(o.PinTries), "pinLockMinutes": strconv.Itoa(o.PinLockMinutes),
			"passTries": strconv.Itoa(o.PassTries), "autoLogoutMinutes": strconv.Itoa(o.AutoLogoutMinutes), "sessionHours": strconv.Itoa(o.SessionHours),
			"idMin": strconv.Itoa(o.IDMin), "idMax": strconv.Itoa(o.IDMax), "postsPerDay": strconv.Itoa(o.PostsPerDay),
			"sportsMinOdds": o.SportsMinOdds.String(), "sportsMaxOdds": o.SportsMaxOdds.String(), "sportsBonusMinOdds": o.SportsBonusMinOdds.String(),
			"sportsDelaySeconds": strconv.Itoa(o.SportsDelaySeconds), "sportsCancelMinutes": strconv.Itoa(o.SportsCancelMinutes),
			"sportsCancelAheadMinutes": strconv.Itoa(o.SportsCancelAheadMinutes), "sportsCancelsPerDay": strconv.FormatInt(o.SportsCancelsPerDay, 10),
		},
	}
	for n := 1; n <= MaxLevel; n++ {
		l, name := o.ForLevel(n), "."+strconv.Itoa(n)
		f.Amounts["depositMax"+name], f.Amounts["withdrawMax"+name] = l.DepositMax, l.WithdrawMax
		f.Amounts["maxStake"+name] = o.StakeOfLevel(n)
	}
	return f
}

// StakeOfLevel returns the highest stake of one bet of the members of a level, as betgate_ask has it (D-22).
func (o Options) StakeOfLevel(n int) money.Amount {
	if own := o.Levels[strconv.Itoa(n)].MaxStake; own != 0 {
		return own
	}
	return o.MaxStake * money.Amount(n)
}

// percent writes basis points in percent, without zeros at its end.
func percent(basisPoints int64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%02d", basisPoints/100, basisPoints%100), "0"), ".")
}
