package redisx

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/rawio"
)

// Open makes a client of redis://user:password@host:port/db, or rediss:// for TLS. It does not connect yet.
//
//   - One address: a single server. With ?cluster=true it is the door to a cluster.
//   - Several addresses, separated by commas: a cluster. It knows database 0 only.
//   - With ?master_name=…: the addresses are Sentinels; user and password are those of Redis, ?sentinel_password=… is that of the Sentinels.
//   - With ?ca=…: the file of the authority that signed the servers' certificates, for TLS; without it those of the system.
//   - With ?patience=…: a server may take so long for an answer, and a quarter of it to accept a connection. Without it 2s.
//
// Reads go to masters only: a replica may lag, and what was read from it would look like the past.
func Open(u config.URL) (redis.UniversalClient, error) {
	o, err := parse(string(u))
	if err != nil {
		return nil, fmt.Errorf("redis address %s: %w", u, err)
	}
	if o.TLSConfig == nil {
		o.Dialer = rawDialer(o.DialTimeout)
	}
	if o.MasterName == "" && o.IsClusterMode {
		c := o.Cluster()
		c.ClusterStateReloadInterval = reload
		c.DialerRetries, c.MaxRetries = o.DialerRetries, -1 // it tries again by itself, elsewhere if need be
		return redis.NewClusterClient(c), nil
	}
	return redis.NewUniversalClient(o), nil
}

// CheckProduction returns what is wrong with the address of Redis for production, joined: on the network it needs TLS and a password of its own,
// for a program that writes to it may show any balance and any event to members. Loopback needs neither. Its errors show nothing of the address.
func CheckProduction(u config.URL) error {
	if u == "" {
		return nil // that it is missing is said elsewhere
	}
	o, err := parse(string(u))
	if err != nil {
		return err
	}
	var problems []error
	if config.KnownPassword(o.Username, o.Password) {
		problems = append(problems, errors.New("the password is one that everybody knows"))
	}
	network := slices.ContainsFunc(o.Addrs, func(address string) bool {
		host, _, err := net.SplitHostPort(address)
		return err != nil || !config.LocalHost(host)
	})
	if network && o.TLSConfig == nil {
		problems = append(problems, errors.New("a server on the network needs TLS (rediss://)"))
	}
	if network && o.Password == "" {
		problems = append(problems, errors.New("a server on the network needs a password"))
	}
	return errors.Join(problems...)
}

// rawDialer connects as go-redis would, with sockets of rawio.
func rawDialer(timeout time.Duration) func(ctx context.Context, network, addr string) (net.Conn, error) {
	dial := redis.NewDialer(&redis.Options{DialTimeout: timeout})
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return rawio.Conn(c), nil
	}
}

// silent keeps go-redis from writing lines of its own to stderr: what goes wrong is returned, logged where it stops, and counted.
type silent struct{}

// Printf implements go-redis' logger.
func (silent) Printf(context.Context, string, ...any) {}

func init() { redis.SetLogger(silent{}) } //nolint:gochecknoinits // go-redis does not guard it: it has to be before any client runs

// usualPatience is how long an answer may take.
const usualPatience = 2 * time.Second

// reload is how often the slots of a cluster are read. After a failover no redirect comes, because the old master is dead.
const reload = time.Second

var (
	errForm     = errors.New("not of the form redis://host:port/db")
	errOption   = errors.New("unknown option; there are cluster, master_name, sentinel_password, ca and patience")
	errCA       = errors.New("ca is a file of PEM certificates, and needs rediss")
	errCluster0 = errors.New("a cluster has no databases but 0")
	errPatience = errors.New("patience is a duration above zero, such as 2s")
	errShape    = errors.New("either cluster or master_name")
)

func parse(u string) (*redis.UniversalOptions, error) {
	base, query, _ := strings.Cut(u, "?")
	options, err := url.ParseQuery(query)
	if err != nil {
		return nil, errForm
	}
	scheme, rest, _ := strings.Cut(base, "://")
	user, hosts := "", rest
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		user, hosts = rest[:i+1], rest[i+1:]
	}
	hosts, db, _ := strings.Cut(hosts, "/")
	patience := usualPatience
	if own := options.Get("patience"); own != "" {
		if patience, err = time.ParseDuration(own); err != nil || patience <= 0 {
			return nil, errPatience
		}
	}
	o := &redis.UniversalOptions{
		DialTimeout: patience / 4, DialerRetries: 1, ReadTimeout: patience, WriteTimeout: patience,
		// A connection may have died in the pool: try one more time, then the caller decides.
		MaxRetries: 1, ContextTimeoutEnabled: true, DisableIdentity: true,
		// Announcements of one vendor's service; elsewhere each connection would only be refused them.
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
	for host := range strings.SplitSeq(hosts, ",") {
		one, err := redis.ParseURL(scheme + "://" + user + host + "/" + db)
		if err != nil || host == "" {
			return nil, errForm
		}
		o.Addrs = append(o.Addrs, one.Addr)
		o.DB, o.Username, o.Password, o.TLSConfig = one.DB, one.Username, one.Password, one.TLSConfig
	}
	o.MasterName, o.SentinelPassword = options.Get("master_name"), options.Get("sentinel_password")
	if o.TLSConfig != nil && (len(o.Addrs) > 1 || o.MasterName != "") {
		o.TLSConfig.ServerName = "" // each has its own
	}
	if file := options.Get("ca"); file != "" {
		pem, err := os.ReadFile(file)
		roots := x509.NewCertPool()
		if err != nil || !roots.AppendCertsFromPEM(pem) || o.TLSConfig == nil {
			return nil, errCA
		}
		o.TLSConfig.RootCAs = roots
	}
	o.IsClusterMode = options.Get("cluster") == "true" || len(o.Addrs) > 1 && o.MasterName == ""
	options.Del("master_name")
	options.Del("sentinel_password")
	options.Del("ca")
	options.Del("cluster")
	options.Del("patience")
	switch {
	case len(options) > 0:
		return nil, errOption
	case o.MasterName != "" && o.IsClusterMode:
		return nil, errShape
	case o.IsClusterMode && o.DB != 0:
		return nil, errCluster0
	}
	return o, nil
}
