package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hubstake/deployments/dev/supervise"
	"hubstake/internal/core/id"
)

// secrets of one instance: made at its first start, of the strength that production demands, and never anything else.
type secrets struct {
	KeyID         string `json:"keyId"`
	Signing       string `json:"signing"` // Ed25519 seed
	Seal          string `json:"seal"`
	Pepper        string `json:"pepper"`
	Personal      string `json:"personal"` // personal data of members, and their blind indexes
	PersonalIndex string `json:"personalIndex"`
	Vendor        string `json:"vendor"`
	Beacon        string `json:"beacon"` // of the simulator's randomness beacon
	Chat          string `json:"chat"`   // Ed25519 seed of the identities for live chat
	Super         string `json:"postgresSuperuser"`
	Database      string `json:"postgresOwner"`
	API           string `json:"postgresApi"`
	Workers       string `json:"postgresWorkers"`
	Redis         string `json:"redis"`
}

// secrets reads them; only a fresh instance may make them, for data that is there cannot be read with others.
func (p place) secrets(fresh bool) (secrets, error) {
	var s secrets
	key := func() string { return base64.RawURLEncoding.EncodeToString(id.Key()) }
	err := readJSON(p.file("secrets.json"), &s)
	if err == nil && (s.Chat == "" || s.API == "" || s.Workers == "" || s.Personal == "" || s.Beacon == "") { // an instance of before there was such a secret
		for _, k := range []*string{&s.Chat, &s.API, &s.Workers, &s.Personal, &s.PersonalIndex, &s.Beacon} {
			if *k == "" {
				*k = key()
			}
		}
		return s, writeJSON(p.file("secrets.json"), s)
	}
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	if !fresh {
		return s, fmt.Errorf("%s is gone, and with it the passwords of the data; make reset starts anew", p.file("secrets.json"))
	}
	vendor := id.Key() // tools read it from files, and cut off what looks like a blank
	for len(bytes.TrimSpace(vendor)) != len(vendor) {
		vendor = id.Key()
	}
	s = secrets{
		KeyID: "dev-" + id.New()[:6], Signing: key(), Seal: key(), Pepper: key(), Personal: key(), PersonalIndex: key(), Vendor: base64.RawURLEncoding.EncodeToString(vendor), Chat: key(), Beacon: key(),
		Super: key(), Database: key(), API: key(), Workers: key(), Redis: key(),
	}
	return s, writeJSON(p.file("secrets.json"), s)
}

// state is what an instance remembers from run to run.
type state struct {
	Postgres string                        `json:"postgres"` // its directory, which may be outside of the instance's
	Ports    map[string]int                `json:"ports"`
	Children map[string]supervise.Identity `json:"children"`
}

func (p place) state() (state, error) {
	s := state{}
	err := readJSON(p.file("state.json"), &s)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if s.Ports == nil {
		s.Ports = map[string]int{}
	}
	return s, err
}

// demo is what scripts and tests read: names stay stable (README.md).
type demo struct {
	Origin    string         `json:"origin"`
	Site      string         `json:"site"`
	Member    demoMember     `json:"member"`
	Partner   demoPartner    `json:"partner"`
	Canary    demoCanary     `json:"canary"`
	Admin     demoAdmin      `json:"admin"`
	Staff     []demoAdmin    `json:"staff,omitempty"`   // only for tests
	Members   []demoMember   `json:"members,omitempty"` // only for tests
	Addresses addresses      `json:"addresses"`
	PIDs      map[string]int `json:"pids"`
}

type demoMember struct {
	MemID   string `json:"memId"`
	MemPass string `json:"memPass"`
	CashPin string `json:"cashPin"`
	MemName string `json:"memName"`
	MemNick string `json:"memNick"`
}

type demoPartner struct {
	MemID      string `json:"memId"`
	MemPass    string `json:"memPass"`
	TOTPSecret string `json:"totpSecret"`
}

type demoCanary struct {
	MemID   string `json:"memId"`
	MemPass string `json:"memPass"`
}

type demoAdmin struct {
	MemID      string `json:"memId"`
	MemPass    string `json:"memPass"`
	TOTPSecret string `json:"totpSecret"`
}

type addresses struct {
	API      string            `json:"api"`
	Hub      string            `json:"hub"`
	Workers  string            `json:"workers"`
	Sim      string            `json:"sim"`
	Metrics  map[string]string `json:"metrics"`
	Postgres string            `json:"postgres"`
	Redis    string            `json:"redis"`
}

func readJSON(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("instance: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// writeJSON replaces the file in one step, so that a reader sees the old or the new text and never half of one. Only
// the owner may read it: addresses and accounts have passwords in them.
func writeJSON(file string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return writeFile(file, append(text, '\n'))
}

func writeFile(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("instance: %w", err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-*") // 0600
	if err != nil {
		return fmt.Errorf("instance: %w", err)
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // fails when the renaming worked
	if _, err := tmp.Write(text); err != nil {
		_ = tmp.Close()
		return fmt.Errorf("instance: %w", err)
	}
	if err := tmp.Close(); err != nil {
		return fmt.Errorf("instance: %w", err)
	}
	if err := os.Rename(tmp.Name(), file); err != nil {
		return fmt.Errorf("instance: %w", err)
	}
	return nil
}
