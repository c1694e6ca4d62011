package site

import (
	"errors"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
)

// PointOptions are those of points: their conversion into cash (D-19), and those that members send to each other (D-27).
type PointOptions struct {
	PointChangeAmtLimit money.Amount `json:"pointChangeAmtLimit"`
	PointChangeAmtUnit  money.Amount `json:"pointChangeAmtUnit"`
	PointChangeOpen     bool         `json:"pointChangeOpen"` // whether points can be made cash at all (C018)
	PointGiving         bool         `json:"pointGiving"`
	PointGivingDayMax   money.Amount `json:"pointGivingDayMax"` // of a sender on a day of the site's clock
}

func (o PointOptions) validate() error {
	if o.PointChangeAmtUnit < 1 {
		return errors.New("pointChangeAmtUnit is at least 1")
	}
	return nil
}

// CheckPoints holds an amount of points against the site's least (P003) and unit (P002), in this order (D-19).
func (o PointOptions) CheckPoints(points money.Amount) error {
	switch {
	case points < o.PointChangeAmtLimit:
		return fault.PointsBelowMin.With("pointLimit", o.PointChangeAmtLimit.String())
	case points%o.PointChangeAmtUnit != 0:
		return fault.PointsNotUnit.With("pointUnit", o.PointChangeAmtUnit.String())
	}
	return nil
}
