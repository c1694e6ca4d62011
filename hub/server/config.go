package server

import (
	"cmp"
	"net/netip"
	"time"

	"hubstake/hub/client"
	"hubstake/hub/conn"
	"hubstake/hub/limit"
	"hubstake/hub/stomp"
	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/redisx"
)

// Config is everything that the environment says (HUB_…); hub/README.md lists it.
type Config struct {
	config.Common
	RedisURL       config.URL   `env:"REDIS_URL,required,notEmpty"`
	JWTPublicKeys  []string     `env:"JWT_PUBLIC_KEYS,required,notEmpty"`
	SealKey        config.Key   `env:"SEAL_KEY,required,notEmpty"`
	SealKeys       []config.Key `env:"SEAL_KEYS_ACCEPTED"` // of before and after a rotation
	Origins        []string     `env:"ORIGINS"`
	TrustedProxies []string     `env:"TRUSTED_PROXIES"`
	OpenConfig

	AdminNetworks []netip.Prefix `env:"ADMIN_NETWORKS"` // from which sessions of the back office may connect; none: from everywhere

	EventLoop      bool          `env:"EVENT_LOOP" envDefault:"true"`
	Drain          time.Duration `env:"DRAIN" envDefault:"30s"`
	Heartbeat      time.Duration `env:"HEARTBEAT" envDefault:"25s"`
	ConnectTimeout time.Duration `env:"CONNECT_TIMEOUT" envDefault:"10s"`

	MaxFrame          int           `env:"MAX_FRAME" envDefault:"65536"`
	MaxHeaders        int           `env:"MAX_HEADERS" envDefault:"64"`
	MaxHeaderLine     int           `env:"MAX_HEADER_LINE" envDefault:"8192"`
	MaxSubscriptions  int           `env:"MAX_SUBSCRIPTIONS" envDefault:"32"`
	MaxFrameRate      int           `env:"MAX_FRAME_RATE" envDefault:"20"`
	MaxPerSession     int           `env:"MAX_PER_SESSION" envDefault:"5"`
	MaxPerAddress     int           `env:"MAX_PER_ADDRESS" envDefault:"200"`
	MaxUpgradeRate    int           `env:"MAX_UPGRADE_RATE" envDefault:"2000"`
	MaxFailedConnects int           `env:"MAX_FAILED_CONNECTS" envDefault:"60"`
	MaxConnections    int           `env:"MAX_CONNECTIONS" envDefault:"50000"`
	MaxPending        int           `env:"MAX_PENDING" envDefault:"2000"`
	MaxFeed           int           `env:"MAX_FEED" envDefault:"128"`
	MaxStall          time.Duration `env:"MAX_STALL" envDefault:"5s"`

	handshake time.Duration // 0: handshakeTime; only tests set another one
}

const (
	maxOutput    = 256 << 10       // answers that a member may leave unread
	missing      = 3 * time.Second // how long CONNECT waits for a session that Redis lost
	fragmentRate = 10              // websocket frames for each STOMP frame that is allowed
	fragmentPool = 2000            // at once: a CONNECT may come byte by byte
)

// Validate checks what the tags cannot.
func (c Config) Validate() error {
	var p config.Problems
	bad := p.Add
	p.Join(c.Common.Validate())
	if c.Listen == "" {
		bad("HUB_LISTEN (host:port of /hub) is required")
	}
	c.OpenConfig.validate(c.Production(), bad)
	if c.Production() && len(c.Origins) == 0 {
		bad("HUB_ORIGINS must list the sites in production")
	}
	p.Origins("HUB_ORIGINS", c.Origins, c.Production())
	if _, err := peer.ParseProxies(c.TrustedProxies); err != nil {
		bad("HUB_TRUSTED_PROXIES: %w", err)
	}
	if c.Production() && len(c.TrustedProxies) == 0 {
		bad("HUB_TRUSTED_PROXIES must name the load balancer: without it all visitors have its address")
	}
	if c.Production() {
		for _, problem := range config.Split(redisx.CheckProduction(c.RedisURL)) {
			bad("HUB_REDIS_URL: %w", problem)
		}
	}
	p.Networks("HUB_ADMIN_NETWORKS", c.AdminNetworks)
	for name, n := range map[string]int{
		"MAX_FRAME": c.MaxFrame, "MAX_HEADERS": c.MaxHeaders, "MAX_HEADER_LINE": c.MaxHeaderLine,
		"MAX_SUBSCRIPTIONS": c.MaxSubscriptions, "MAX_FEED": c.MaxFeed,
	} {
		if n <= 0 {
			bad("HUB_%s must be above 0", name)
		}
	}
	for name, n := range map[string]int{
		"MAX_FRAME_RATE": c.MaxFrameRate, "MAX_PER_SESSION": c.MaxPerSession, "MAX_PER_ADDRESS": c.MaxPerAddress,
		"MAX_UPGRADE_RATE": c.MaxUpgradeRate, "MAX_FAILED_CONNECTS": c.MaxFailedConnects, "MAX_CONNECTIONS": c.MaxConnections, "MAX_PENDING": c.MaxPending,
	} {
		if n < 0 {
			bad("HUB_%s must not be negative (0: no limit)", name)
		}
	}
	for name, d := range map[string]time.Duration{
		"HEARTBEAT": c.Heartbeat, "CONNECT_TIMEOUT": c.ConnectTimeout, "MAX_STALL": c.MaxStall,
	} {
		if d < 100*time.Millisecond {
			bad("HUB_%s must be at least 100ms", name)
		}
	}
	if c.Drain < 0 {
		bad("HUB_DRAIN must not be negative")
	}
	return p.Err()
}

// handshakeTime is how long a socket may take from its acceptance to its upgrade.
func (c Config) handshakeTime() time.Duration { return cmp.Or(c.handshake, handshakeTime) }

func (c Config) limits() client.Limits {
	l := client.Limits{
		Stomp:         stomp.Limits{Frame: c.MaxFrame, Headers: c.MaxHeaders, Line: c.MaxHeaderLine},
		Subscriptions: c.MaxSubscriptions, Frames: limit.Pace{PerSecond: c.MaxFrameRate, Burst: 2 * c.MaxFrameRate}, PerSession: c.MaxPerSession, Output: maxOutput,
		Feed: c.MaxFeed, Connect: c.ConnectTimeout, Beat: c.Heartbeat, Missing: missing,
	}
	c.OpenConfig.limits(&l)
	return l
}

func (c Config) options(clk clock.Clock, panicked func(any)) *conn.Options {
	l := c.limits()
	o := &conn.Options{MaxMessage: 4 * l.Stomp.Frame, Handshake: c.handshakeTime(), MaxStall: c.MaxStall, Now: clk.Now, Panicked: panicked}
	if n := l.Frames.PerSecond; n > 0 {
		o.Frames = limit.Pace{PerSecond: fragmentRate * n, Burst: fragmentPool}
	}
	return o
}
