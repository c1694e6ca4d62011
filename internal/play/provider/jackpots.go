package provider

import (
	"context"
	"fmt"
	"slices"

	"hubstake/internal/core/jackpot"
)

// JackpotSource is a provider that may have progressive jackpots. One that has none refuses the question (ErrRefused).
type JackpotSource interface {
	Jackpots(ctx context.Context) ([]jackpot.Pool, error)
}

// JackpotsOf asks a provider only while it speaks a protocol of these families; of another one it answers ErrRefused.
func (d *Directory) JackpotsOf(vendor string, source JackpotSource, families ...string) JackpotSource {
	return jackpotsOf{d, vendor, source, families}
}

type jackpotsOf struct {
	dir      *Directory
	vendor   string
	source   JackpotSource
	families []string
}

func (j jackpotsOf) Jackpots(ctx context.Context) ([]jackpot.Pool, error) {
	v, err := j.dir.Provider(ctx, j.vendor)
	if err != nil {
		return nil, err
	}
	if v == nil || !slices.Contains(j.families, v.Family) {
		return nil, fmt.Errorf("%w: %s has no jackpots in its protocol", ErrRefused, j.vendor)
	}
	return j.source.Jackpots(ctx)
}
