package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

// The game that all members play, of the demo's catalogue.
const (
	product = "201"
	game    = "moonjar"
)

// limitedOne in so many members has limits, which the gate then reads and adds up for each bet.
const limitedOne = 10

// limit is one that such a member sets: high enough that no bet is refused.
type limit struct {
	Kind   string `json:"kind"`
	Days   int    `json:"days"`
	Amount int64  `json:"amount"`
}

var limits = []limit{{"wager", 1, 900_000_000_000}, {"loss", 7, 900_000_000_000}}

// opening asks for the game.
type opening struct {
	Group   string `json:"gameGroup"`
	Product string `json:"vendorKey"`
	Game    string `json:"gameKey"`
	Lang    string `json:"lang"`
}

// player is a member with a session.
type player struct{ memID, token string }

// players opens a game for each member of the members file, as their pages would, gives a tenth of them limits, and writes the file
// that walletbench reads: the member's id and the token of the game.
func (b *bench) players(ctx context.Context) error {
	text, err := os.ReadFile(b.members)
	if err != nil {
		return fmt.Errorf("members: %w", err)
	}
	var all []player
	for line := range strings.Lines(string(text)) {
		if c := strings.Split(strings.TrimSpace(line), "\t"); len(c) > 1 {
			all = append(all, player{c[0], c[1]})
		}
	}
	b.signedIn = all
	g, of := errgroup.WithContext(ctx)
	g.SetLimit(16)
	for i, p := range all {
		g.Go(func() error {
			if i%limitedOne == limitedOne-1 {
				for _, l := range limits {
					if err := b.call(of, p, "/api/protection/limit/set", l); err != nil {
						return err
					}
				}
			}
			return b.call(of, p, "/api/game/slot", opening{"slot", product, game, "en"})
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	tokens, err := b.tokens(ctx)
	if err != nil {
		return err
	}
	var out strings.Builder
	for _, p := range all {
		out.WriteString(p.memID + "\t" + tokens[p.memID] + "\n")
	}
	if err := os.WriteFile(filepath.Join(b.dir, "members"), []byte(out.String()), 0o600); err != nil {
		return fmt.Errorf("members: %w", err)
	}
	fmt.Printf("%d members play %s, one in %d has limits\n", len(all), game, limitedOne)
	return nil
}

// call makes a member's call of the api. An answer other than 200 is an error.
func (b *bench) call(ctx context.Context, p player, path string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.origin+path, bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Token", p.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		ResultCode string `json:"resultCode"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return fmt.Errorf("%s: HTTP %d: %w", path, res.StatusCode, err)
	}
	if answer.ResultCode != "200" {
		return fmt.Errorf("%s of %s: HTTP %d, %s", path, p.memID, res.StatusCode, answer.ResultCode)
	}
	return nil
}

// tokens returns the token of each member's open game. A page never sees it: it goes from us to the provider.
func (b *bench) tokens(ctx context.Context) (map[string]string, error) {
	rows, err := b.db.Query(ctx, `SELECT member_id, token FROM game_launch WHERE closed_at IS NULL AND expires_at > now() ORDER BY created_at`)
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	type open struct{ Member, Token string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[open])
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	of := make(map[string]string, len(all))
	for _, o := range all {
		of[o.Member] = o.Token
	}
	return of, nil
}
