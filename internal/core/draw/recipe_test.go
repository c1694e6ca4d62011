package draw_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/fairness"
)

// D5: the recipe that is published says how a draw is made. Its worked examples, one of each game, are what this code draws; a test of the site runs the published
// program on the same examples.
func TestTheWorkedExamplesOfTheRecipeAreWhatIsDrawn(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/recipe.json")
	require.NoError(t, err)
	var examples []struct {
		Game      string
		No        int64
		Seed      fairness.Hash
		Signature string
		Outcome   json.RawMessage
	}
	require.NoError(t, json.Unmarshal(text, &examples))
	readme, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	shown := map[string]bool{}
	for _, e := range examples {
		g, known := draw.Of(e.Game)
		require.True(t, known, e.Game)
		var randomness [32]byte
		if e.Signature != "" {
			signature, err := hex.DecodeString(e.Signature)
			require.NoError(t, err)
			randomness = sha256.Sum256(signature)
		}
		got, err := json.Marshal(g.Draw(fairness.NewStream(e.Seed[:], fairness.DrawMessage(e.Game, e.No, randomness))))
		require.NoError(t, err)
		require.Equal(t, string(e.Outcome), string(got), "%s %d", e.Game, e.No)
		shown[e.Game] = true
	}
	for _, g := range draw.Games() {
		require.True(t, shown[g.Code], "%s has no worked example", g.Code)
	}
	for _, part := range []string{examples[0].Seed.String(), examples[0].Signature, string(examples[0].Outcome)} {
		require.Contains(t, string(readme), part, "the README shows the first example")
	}
}
