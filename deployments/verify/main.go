// Command verify computes a round of the house's games again from what is published of it, and trusts the operator in nothing: not its database and not its site.
//
//	verify FILE                                    a round as the site publishes it, or the whole answer of the call; - is the standard input
//	verify -site https://… -game pwball -round 5857344
//
// It prints each check and exits with 1 when one fails. The data does not say when the commitment was published: note the head of a chain (-chain) or the commitment
// before the betting of a round closes.
package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"hubstake/internal/core/beacon"
	"hubstake/internal/core/fairness"
)

// errFailed reports a round that is not what its data says.
var errFailed = errors.New("the round is not proven")

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "verify: %v\n", err)
		os.Exit(1)
	}
}

// run verifies the round that args name and prints its checks.
func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	site := flags.String("site", "", "the site that publishes the round, with -game and -round")
	game := flags.String("game", "", "the code of the game")
	no := flags.Int64("round", 0, "the number of the round")
	network := flags.String("network", "", "a file with the parameters of a beacon other than drand's quicknet, as its call /info answers")
	var noted fairness.Hash
	flags.TextVar(&noted, "chain", fairness.Hash{}, "the head of the chain that you noted before, 64 hexadecimal digits")
	if err := flags.Parse(args); err != nil {
		return err
	}
	text, err := published(ctx, in, *site, *game, *no, flags.Args())
	if err != nil {
		return err
	}
	r, err := parseRound(text)
	if err != nil {
		return err
	}
	if *site != "" && (r.Game != *game || r.No != *no) {
		return fmt.Errorf("the site answers with round %d of %s", r.No, r.Game)
	}
	networks := []beacon.Network{beacon.Quicknet()}
	if *network != "" {
		other, err := readNetwork(*network)
		if err != nil {
			return err
		}
		networks = append(networks, other)
	}
	fmt.Fprintf(out, "round %d of %s, %s at %s, pay table %d\n", r.No, r.Game, r.State, r.DrawsAt.UTC().Format(time.RFC3339), r.Rules)
	failed := 0
	for _, c := range r.checks(networks, noted) {
		mark := "ok    "
		if c.err != nil {
			mark = "FAILED"
			failed++
		}
		fmt.Fprintf(out, "%s  %s\n", mark, c.about)
		if c.err != nil {
			fmt.Fprintf(out, "        %v\n", c.err)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%w: %d checks failed", errFailed, failed)
	}
	if r.State == stateVoid && r.Reason == reasonLate {
		fmt.Fprintln(out, "note    whether the house could not draw in time, or did not, is not in this data")
	}
	return nil
}

// mostBytes bounds what is read of a round.
const mostBytes = 1 << 20

// published returns the text of the round.
func published(ctx context.Context, in io.Reader, site, game string, no int64, files []string) ([]byte, error) {
	switch {
	case site != "" && game != "" && no > 0 && len(files) == 0:
		return fetch(ctx, site, game, no)
	case site != "" || game != "" || no != 0 || len(files) != 1:
		return nil, errors.New("give a FILE, - or -site, -game and -round")
	case files[0] == "-":
		return io.ReadAll(io.LimitReader(in, mostBytes))
	default:
		return os.ReadFile(files[0])
	}
}

// fetch asks a site for a round.
func fetch(ctx context.Context, site, game string, no int64) (text []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	body, err := json.Marshal(struct {
		Game string `json:"game"`
		No   int64  `json:"no"`
	}{game, no})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(site, "/")+"/api/minigame/round", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if text, err = io.ReadAll(io.LimitReader(res.Body, mostBytes)); err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s: %.200q", site, res.Status, text)
	}
	return text, nil
}

// readNetwork reads the parameters of a beacon as drand's call /info answers.
func readNetwork(file string) (beacon.Network, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return beacon.Network{}, err
	}
	var info struct {
		Hash      string `json:"hash"`
		Genesis   int64  `json:"genesis_time"` // Unix seconds
		Period    int64  `json:"period"`       // seconds
		PublicKey string `json:"public_key"`
	}
	if err := json.Unmarshal(text, &info); err != nil {
		return beacon.Network{}, fmt.Errorf("%s: %w", file, err)
	}
	key, err := hex.DecodeString(info.PublicKey)
	if err != nil {
		return beacon.Network{}, fmt.Errorf("%s: %w", file, err)
	}
	n := beacon.Network{Hash: info.Hash, Genesis: time.Unix(info.Genesis, 0).UTC(), Period: time.Duration(info.Period) * time.Second, PublicKey: key}
	if err := n.Validate(); err != nil {
		return beacon.Network{}, fmt.Errorf("%s: %w", file, err)
	}
	return n, nil
}
