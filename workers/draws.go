package main

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/feed/drand"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/minigame"
	"hubstake/workers/draw"
)

// publicBeacon is the beacon as draws ask it. Games that are drawn at the same moment are bound to the same round, which is asked for once. It is not safe for concurrent use.
type publicBeacon struct {
	client *drand.Client
	last   drand.Round
}

// Hash implements minigame.Beacon.
func (b *publicBeacon) Hash() string { return b.client.Network().Hash }

// RoundAt implements minigame.Beacon.
func (b *publicBeacon) RoundAt(t time.Time) uint64 { return b.client.Network().RoundAt(t) }

// Get implements minigame.Beacon.
func (b *publicBeacon) Get(ctx context.Context, round uint64) ([]byte, [32]byte, error) {
	if b.last.Number != round || b.last.Signature == nil {
		r, err := b.client.Round(ctx, round)
		if err != nil {
			return nil, [32]byte{}, err
		}
		b.last = r
	}
	return b.last.Signature, b.last.Randomness, nil
}

// canDraw reports whether this process can run the scheduled draws. It needs a seal key: the seeds of draws to come must not lie open in the database.
func (s settings) canDraw() bool { return s.SealKey != (config.Key{}) }

// draws returns the worker of the scheduled draws. client is the public beacon; nil for draws without one.
func (s settings) draws(ctx context.Context, db *pgxpool.Pool, client *drand.Client, clk clock.Clock, p obs.Program) (*draw.Worker, error) {
	box, err := vault.New(s.SealKey, s.SealKeys...)
	if err != nil {
		return nil, err
	}
	if err := minigame.Open(ctx, db); err != nil {
		return nil, err
	}
	var b minigame.Beacon
	if client != nil {
		b = &publicBeacon{client: client}
	}
	return draw.New(db, minigame.NewDealer(db, clk, box, b, minigame.Options{}), clk, p.Log, p.Reg)
}
