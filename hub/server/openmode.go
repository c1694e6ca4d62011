//go:build open

package server

import (
	"github.com/rs/zerolog"

	"hubstake/hub/broker"
	"hubstake/hub/client"
	"hubstake/hub/limit"
)

// OpenConfig is the setting of open mode (hub/README.md, "Open mode").
type OpenConfig struct {
	Open bool `env:"OPEN"`
}

// Open mode must carry the messages that test suites of client libraries send.
const (
	openFrame  = 16 << 20
	openOutput = 128 << 20
)

func (c OpenConfig) validate(production bool, bad func(format string, args ...any)) {
	if c.Open && production {
		bad("HUB_OPEN is refused in production: everyone could send and read")
	}
}

func (c OpenConfig) limits(l *client.Limits) {
	if c.Open {
		l.Stomp.Frame, l.Output, l.Frames = openFrame, openOutput, limit.Pace{}
	}
}

func (c OpenConfig) deps(log zerolog.Logger) (d client.OpenDeps) {
	if c.Open {
		d.Broker = broker.New()
		log.Warn().Msg("open mode: everyone can send and read as guest/guest")
	}
	return d
}
