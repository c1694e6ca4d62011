package pg

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"hubstake/internal/platform/config"
)

// CheckProduction returns what is wrong with the address of a database for production, joined: a well-known password, or a
// connection over the network without TLS. Loopback and a Unix socket need none. Its errors show nothing of the address.
func CheckProduction(u config.URL) error {
	if u == "" {
		return nil // that it is missing is said elsewhere
	}
	c, err := pgconn.ParseConfig(string(u))
	if err != nil {
		return errors.New("not of the form postgres://user:password@host:port/db")
	}
	var problems []error
	if config.KnownPassword(c.User, c.Password) {
		problems = append(problems, errors.New("the password is one that everybody knows"))
	}
	hosts := []*pgconn.FallbackConfig{{Host: c.Host, TLSConfig: c.TLSConfig}}
	if slices.ContainsFunc(append(hosts, c.Fallbacks...), func(f *pgconn.FallbackConfig) bool { return f.TLSConfig == nil && !config.LocalHost(f.Host) }) {
		problems = append(problems, errors.New("a server on the network needs TLS (sslmode=verify-full, or at least require)"))
	}
	return errors.Join(problems...)
}
