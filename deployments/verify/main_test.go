package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/beacon"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/fairness"
)

// fields are those of a published round.
type fields map[string]any

func (f fields) text(t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(f)
	require.NoError(t, err)
	return string(text)
}

// honest returns a round as a site publishes it, number index of a chain, and the file with its beacon.
func honest(t *testing.T, code string, index int) (f fields, network string) {
	t.Helper()
	signer, err := beacon.NewSigner(bytes.Repeat([]byte{9}, 32))
	require.NoError(t, err)
	n := signer.Network()
	chain := fairness.NewChain(fairness.Hash{1, 2, 3}, 1000)
	g, ok := draw.Of(code)
	require.True(t, ok)
	no := g.RoundAt(time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC))
	at := g.DrawTime(no)
	signature := signer.Sign(n.RoundAt(at))
	seed, previous := chain.Seed(index), chain.Head()
	if index > 1 {
		previous = chain.Seed(index - 1)
	}
	outcome, err := json.Marshal(g.Draw(fairness.NewStream(seed[:], fairness.DrawMessage(code, no, beacon.Randomness(signature)))))
	require.NoError(t, err)
	network = filepath.Join(t.TempDir(), "info.json")
	info := fmt.Sprintf(`{"public_key":"%x","period":3,"genesis_time":%d,"hash":"%s","schemeID":"bls-unchained-g1-rfc9380"}`, n.PublicKey, n.Genesis.Unix(), n.Hash)
	require.NoError(t, os.WriteFile(network, []byte(info), 0o600))
	return fields{
		"game": code, "no": no, "rules": draw.Version, "chain": chain.Head(), "index": index, "commitment": fairness.Commitment(seed),
		"beaconChain": n.Hash, "beaconRound": n.RoundAt(at), "opensAt": at.Add(-g.Every), "closesAt": at.Add(-10 * time.Second), "drawsAt": at,
		"state": "drawn", "seed": seed.String(), "signature": hex.EncodeToString(signature), "previousSeed": previous.String(), "outcome": jsontext.Value(outcome),
		"reason": "", "endedAt": at.Add(4 * time.Second),
	}, network
}

// verify runs the command on a round and returns the checks that failed.
func verify(t *testing.T, f fields, args ...string) (failed []string, err error) {
	t.Helper()
	var out bytes.Buffer
	err = run(t.Context(), append(args, "-"), strings.NewReader(f.text(t)), &out)
	for line := range strings.SplitSeq(out.String(), "\n") {
		if about, ok := strings.CutPrefix(line, "FAILED  "); ok {
			failed = append(failed, about)
		}
	}
	if len(failed) > 0 {
		require.ErrorIs(t, err, errFailed)
	}
	return failed, err
}

func TestAnHonestRoundOfEachGameIsProven(t *testing.T) {
	t.Parallel()
	for _, g := range draw.Games() {
		for _, index := range []int{1, 2, 1000} {
			f, network := honest(t, g.Code, index)
			failed, err := verify(t, f, "-network", network, "-chain", fmt.Sprint(f["chain"]))
			require.NoError(t, err, "%s: %v", g.Code, failed)
		}
	}
}

func TestEachPartThatIsBentIsFound(t *testing.T) {
	t.Parallel()
	const (
		times, commitment, follows = "the draw is at the time of the round's number, and betting closed before", "the commitment is that of the seed", "the seed follows the one before"
		chain, noted               = "the seed is number 7 of the chain", "the chain is the one that was noted"
		known, first, signed       = "the beacon is known", "the beacon's round is the first one at or after the draw", "the beacon signed its round"
		outcome                    = "the draw of these numbers has the published outcome"
		void                       = "the round has no outcome, and was void before one could be known or by the rules of time"
	)
	other := fairness.Hash{7}
	for name, c := range map[string]struct {
		change func(fields)
		failed []string
	}{
		"another seed":             {func(f fields) { f["seed"] = other.String() }, []string{commitment, follows, chain, outcome}},
		"another commitment":       {func(f fields) { f["commitment"] = other }, []string{commitment}},
		"another seed before":      {func(f fields) { f["previousSeed"] = other.String() }, []string{follows}},
		"no hash before":           {func(f fields) { f["previousSeed"] = "x" }, []string{follows}},
		"another head":             {func(f fields) { f["chain"] = other }, []string{chain, noted}},
		"another index":            {func(f fields) { f["index"] = 8 }, []string{"the seed is number 8 of the chain"}},
		"a later beacon":           {func(f fields) { f["beaconRound"] = f["beaconRound"].(uint64) + 1 }, []string{first, signed}},
		"a beacon of its own":      {func(f fields) { f["beaconChain"] = other.String() }, []string{known}},
		"quicknet's name":          {func(f fields) { f["beaconChain"] = beacon.Quicknet().Hash }, []string{first, signed}},
		"a bent signature":         {func(f fields) { f["signature"] = "80" + f["signature"].(string)[2:] }, []string{signed, outcome}},
		"no signature":             {func(f fields) { f["signature"] = "" }, []string{signed, outcome}},
		"another outcome":          {func(f fields) { f["outcome"] = jsontext.Value(`{"balls":[1,2,3,4,5],"power":6}`) }, []string{outcome}},
		"an impossible outcome":    {func(f fields) { f["outcome"] = jsontext.Value(`{"balls":[1,2,3,4,4],"power":6}`) }, []string{outcome}},
		"no outcome":               {func(f fields) { f["outcome"] = nil }, []string{outcome}},
		"another number":           {func(f fields) { f["no"] = f["no"].(int64) + 1 }, []string{times, outcome}},
		"another game":             {func(f fields) { f["game"] = "eos5" }, []string{outcome}},
		"a later draw":             {func(f fields) { f["drawsAt"] = f["drawsAt"].(time.Time).Add(3 * time.Second) }, []string{times, first}},
		"bets until after it":      {func(f fields) { f["closesAt"] = f["drawsAt"].(time.Time).Add(1) }, []string{times}},
		"void, with an outcome":    {func(f fields) { f["state"], f["outcome"] = "void", jsontext.Value(`{"balls":[1,2,3,4,5],"power":6}`) }, []string{void}},
		"void, not its commitment": {func(f fields) { stop(f, -time.Minute, "rain"); f["commitment"] = other }, []string{commitment}},
		"stopped after its draw":   {func(f fields) { stop(f, time.Second, "rain") }, []string{void}},
		"late too soon":            {func(f fields) { stop(f, 10*time.Minute-1, "late") }, []string{void}},
		"a clock after the close":  {func(f fields) { stop(f, -time.Second, "clock") }, []string{void}},
		"a clock without a proof":  {func(f fields) { stop(f, -time.Minute, "clock"); f["signature"] = "" }, []string{void}},
	} {
		f, network := honest(t, "pwball", 7)
		head := fmt.Sprint(f["chain"])
		c.change(f)
		failed, err := verify(t, f, "-network", network, "-chain", head)
		require.Error(t, err, name)
		require.Equal(t, c.failed, failed, name)
	}
}

func TestAVoidRoundIsProvenAsFarAsItWent(t *testing.T) {
	t.Parallel()
	for reason, after := range map[string]time.Duration{"rain": -time.Minute, "late": 10 * time.Minute, "clock": -time.Minute} {
		f, network := honest(t, "keno", 3)
		stop(f, after, reason)
		_, err := verify(t, f, "-network", network)
		require.NoError(t, err)
		if reason == "clock" {
			continue
		}
		f["signature"], f["previousSeed"] = "", "" // and the round before waits for its draw
		_, err = verify(t, f, "-network", network)
		require.NoError(t, err)
	}
}

// stop makes a round void so long after its draw.
func stop(f fields, after time.Duration, reason string) {
	f["state"], f["outcome"], f["reason"], f["endedAt"] = "void", nil, reason, f["drawsAt"].(time.Time).Add(after)
}

// Without -network a beacon whose secret the operator may know proves nothing.
func TestABeaconThatIsNotPublicIsNotTrusted(t *testing.T) {
	t.Parallel()
	f, _ := honest(t, "coin3", 3)
	failed, err := verify(t, f)
	require.ErrorIs(t, err, errFailed)
	require.Equal(t, []string{"the beacon is known"}, failed)
}

func TestNothingToVerifyIsAnError(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(fields){
		"an open round":   func(f fields) { f["state"], f["seed"] = "open", "" },
		"no seed":         func(f fields) { f["seed"] = "" },
		"an untold seed":  func(f fields) { stop(f, -time.Minute, "rain"); f["seed"] = "" },
		"no game":         func(f fields) { f["game"] = "roulette" },
		"no index":        func(f fields) { f["index"] = 0 },
		"an endless one":  func(f fields) { f["index"] = longestChain + 1 },
		"a bent head":     func(f fields) { f["chain"] = "12" },
		"a refusal":       func(f fields) { f["resultCode"], f["resultMessage"] = "G011", "There is no such game." },
		"an empty answer": func(f fields) { f["resultCode"] = "200" },
	} {
		f, network := honest(t, "coin3", 3)
		change(f)
		failed, err := verify(t, f, "-network", network)
		require.Error(t, err, name)
		require.NotErrorIs(t, err, errFailed, name)
		require.Empty(t, failed, name)
	}
	for _, args := range [][]string{
		{}, {"a", "b"}, {"no-such-file"}, {"-site", "http://localhost"}, {"-game", "keno", "-"}, {"-chain", "12", "-"}, {"-network", "no-such-file", "-"}, {"-x"},
	} {
		f, _ := honest(t, "coin3", 3)
		require.Error(t, run(t.Context(), args, strings.NewReader(f.text(t)), io.Discard), args)
	}
}

func TestTheParametersOfABeaconAreChecked(t *testing.T) {
	t.Parallel()
	_, network := honest(t, "coin3", 3)
	good, err := os.ReadFile(network)
	require.NoError(t, err)
	n, err := readNetwork(network)
	require.NoError(t, err)
	require.Equal(t, 3*time.Second, n.Period)
	for _, bad := range []string{"", "{}", strings.Replace(string(good), `:3,`, `:0,`, 1), strings.Replace(string(good), `"public_key":"`, `"public_key":"00`, 1)} {
		require.NoError(t, os.WriteFile(network, []byte(bad), 0o600))
		_, err := readNetwork(network)
		require.Error(t, err, bad)
	}
}

func TestARoundIsReadFromItsSite(t *testing.T) {
	t.Parallel()
	f, network := honest(t, "meta5", 5)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || r.URL.Path != "/api/minigame/round" || r.Header.Get("Content-Type") != "application/json" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		var asked struct {
			Game string `json:"game"`
			No   int64  `json:"no"`
		}
		if json.Unmarshal(body, &asked, json.RejectUnknownMembers(true)) != nil || asked.Game == "keno" {
			_, _ = io.WriteString(w, `{"resultCode":"G011","resultMessage":"There is no such game.","data":{}}`)
			return
		}
		_, _ = io.WriteString(w, `{"resultCode":"200","resultMessage":"SUCCESS","data":`+f.text(t)+`,"traceId":""}`)
	}))
	t.Cleanup(site.Close)
	ask := func(game string, no any) error {
		return run(t.Context(), []string{"-network", network, "-site", site.URL + "/", "-game", game, "-round", fmt.Sprint(no)}, nil, io.Discard)
	}
	require.NoError(t, ask("meta5", f["no"]))
	require.ErrorContains(t, ask("meta5", 1), "answers with round")
	require.ErrorContains(t, ask("eos5", f["no"]), "answers with round")
	require.ErrorContains(t, ask("keno", f["no"]), "There is no such game.")
	require.ErrorContains(t, run(t.Context(), []string{"-site", site.URL + "/elsewhere", "-game", "keno", "-round", "1"}, nil, io.Discard), "404")
}
