// Package config reads a program's settings from the environment into one struct.
//
// A program owns a prefix (HUB, API, WORKERS, SIM …) and reads only variables that start with it; a
// variable with the prefix that no field takes is an error, so a misspelt setting cannot be silently
// ignored. All problems are reported at once.
package config

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// Common settings of every program; embed it.
type Common struct {
	Env           string `env:"ENV" envDefault:"production"`
	Listen        string `env:"LISTEN"`                                  // of what members and vendors reach; a program without such a thing ignores it
	MetricsListen string `env:"METRICS_LISTEN" envDefault:"127.0.0.1:0"` // see Addresses
	LogLevel      string `env:"LOG_LEVEL" envDefault:"info"`
	PprofToken    Secret `env:"PPROF_TOKEN"` // opens /debug/pprof/ of the metrics listener; without it there is no such page
}

// Addresses are the defaults of LISTEN and METRICS_LISTEN by a program's prefix: one set of ports for programs, load balancers,
// monitoring and units. Programs that are not here choose a free port.
var Addresses = map[string]map[string]string{
	"API":     {"LISTEN": "127.0.0.1:8081", "METRICS_LISTEN": "127.0.0.1:9081"},
	"HUB":     {"LISTEN": "127.0.0.1:8082", "METRICS_LISTEN": "127.0.0.1:9082"},
	"WORKERS": {"METRICS_LISTEN": "127.0.0.1:9083"},
	"CANARY":  {"METRICS_LISTEN": "127.0.0.1:9084"},
}

// minToken is the least length of a token that a person or a deployment makes up.
const minToken = 24

// Production reports whether the program serves real members.
func (c Common) Production() bool { return c.Env == "production" }

// Validate checks the common settings.
func (c Common) Validate() error {
	var p Problems
	if c.Env != "production" && c.Env != "development" {
		p.Add("ENV must be production or development")
	}
	if c.PprofToken != "" && len(c.PprofToken) < minToken {
		p.Add("PPROF_TOKEN must have at least %d characters", minToken)
	}
	if c.Production() {
		p.metricsListen("METRICS_LISTEN", c.MetricsListen, ownAddresses())
	}
	return p.Err()
}

// Load fills a T from variables named PREFIX_…, using the tags of github.com/caarlos0/env, and calls its
// Validate method when it has one. The error lists every problem, names variables and never values.
func Load[T any](prefix string) (T, error) {
	return LoadFrom[T](prefix, os.Environ())
}

// LoadFrom is Load on the given KEY=value list.
func LoadFrom[T any](prefix string, environ []string) (T, error) {
	var cfg T
	defaults := Addresses[prefix]
	prefix += "_"
	opts := env.Options{Prefix: prefix, Environment: env.ToMap(environ)}
	for name, address := range defaults {
		if _, given := opts.Environment[prefix+name]; !given {
			opts.Environment[prefix+name] = address
		}
	}
	var problems []error

	known, err := env.GetFieldParamsWithOptions(&cfg, opts)
	if err != nil {
		return cfg, fmt.Errorf("config: %w", err)
	}
	for key := range opts.Environment {
		if strings.HasPrefix(key, prefix) &&
			!slices.ContainsFunc(known, func(p env.FieldParams) bool { return p.Key == key }) {
			problems = append(problems, fmt.Errorf("%s is not a setting of this program", key))
		}
	}
	if err := env.ParseWithOptions(&cfg, opts); err != nil {
		all := []error{err}
		var several env.AggregateError
		if errors.As(err, &several) {
			all = several.Errors
		}
		for _, err := range all {
			problems = append(problems, named(err, prefix, reflect.TypeFor[T]()))
		}
	}
	if v, ok := any(cfg).(interface{ Validate() error }); ok {
		unread := unreadable(known, prefix, problems)
		for _, err := range Split(v.Validate()) {
			if !slices.ContainsFunc(unread, func(name string) bool { return mentions(err.Error(), name) }) {
				problems = append(problems, err)
			}
		}
	}
	if len(problems) > 0 {
		slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		return cfg, fmt.Errorf("settings %s*:\n%w", prefix, errors.Join(problems...))
	}
	return cfg, nil
}

// Names lists the variables that LoadFrom reads for a T.
func Names[T any](prefix string) ([]string, error) {
	var cfg T
	known, err := env.GetFieldParamsWithOptions(&cfg, env.Options{Prefix: prefix + "_"})
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	var names []string
	for _, field := range known {
		names = append(names, field.Key)
	}
	return names, nil
}

// unreadable lists the variables, without their prefix, that were not set or could not be read: what else is wrong with them
// follows from that.
func unreadable(known []env.FieldParams, prefix string, problems []error) (names []string) {
	for _, field := range known {
		if slices.ContainsFunc(problems, func(err error) bool { return mentions(err.Error(), field.Key) }) {
			names = append(names, strings.TrimPrefix(field.Key, prefix))
		}
	}
	return names
}

// mentions reports whether a text names a variable, as a whole word.
func mentions(text, variable string) bool {
	_, after, found := strings.Cut(text, variable)
	return found && (after == "" || !strings.ContainsAny(after[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
}

// named says of a problem which variable it is about, and hides the value that parsers quote.
func named(err error, prefix string, of reflect.Type) error {
	var parse env.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	variable := prefix + variableOf(of, parse.Name)
	if parse.Type == reflect.TypeFor[Key]() { // its errors are our own and show no value
		return fmt.Errorf("%s: %w", variable, parse.Err)
	}
	return fmt.Errorf("%s cannot be read as %s", variable, parse.Type)
}

// variableOf finds the variable of a field by its name in Go.
func variableOf(t reflect.Type, field string) string {
	f, ok := t.FieldByName(field) // embedded structs included
	if !ok {
		return field
	}
	name, _, _ := strings.Cut(f.Tag.Get("env"), ",")
	return name
}

// Key is a secret of 32 bytes, written as base64url. It prints as ***.
type Key [32]byte

// UnmarshalText decodes and refuses keys that a person typed or a sample contained.
func (k *Key) UnmarshalText(b []byte) error {
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(string(b), "="))
	if err != nil || len(raw) != len(k) {
		return errors.New("32 random bytes as base64url are expected")
	}
	if Weak(raw) {
		return errors.New("too weak: use 32 random bytes")
	}
	copy(k[:], raw)
	return nil
}

// String hides the key.
func (Key) String() string { return "***" }

// GoString hides the key.
func (Key) GoString() string { return "***" }

// MarshalText hides the key.
func (Key) MarshalText() ([]byte, error) { return []byte("***"), nil }

// ID names the key without revealing it: the first 48 bits of its SHA-256, base64url. Data that is encrypted under a key
// carries its id.
func (k Key) ID() string {
	sum := sha256.Sum256(append([]byte("key id|"), k[:]...))
	return base64.RawURLEncoding.EncodeToString(sum[:6])
}

// Zero reports whether no key was given.
func (k Key) Zero() bool { return k == Key{} }

// entropy is the Shannon entropy of the bytes in bits per byte (at most 5 for 32 bytes).
func entropy(b []byte) float64 {
	var n [256]int
	for _, c := range b {
		n[c]++
	}
	h := 0.0
	for _, c := range n {
		if c > 0 {
			p := float64(c) / float64(len(b))
			h -= p * math.Log2(p)
		}
	}
	return h
}

// URL is a connection address that may contain a password. It prints without it.
type URL string

// String hides user and password.
func (u URL) String() string {
	scheme, rest, ok := strings.Cut(string(u), "://")
	if !ok {
		return "***"
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = "***@" + rest[i+1:]
	}
	return scheme + "://" + rest
}

// GoString hides user and password.
func (u URL) GoString() string { return u.String() }

// MarshalText hides user and password.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// Secret is any other secret text. It prints as ***.
type Secret string

// String hides the secret.
func (Secret) String() string { return "***" }

// GoString hides the secret.
func (Secret) GoString() string { return "***" }

// MarshalText hides the secret.
func (Secret) MarshalText() ([]byte, error) { return []byte("***"), nil }
