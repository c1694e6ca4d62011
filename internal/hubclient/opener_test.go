package hubclient

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Our own reading of the wire contract against the vectors that the hub and the pages go by.
func TestTheOpenerReadsTheVectors(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../hub/seal/testdata/vectors.json")
	require.NoError(t, err)
	type frame struct {
		Name, Key, Session, Destination, Body, Plaintext string
		Seq                                              uint64
	}
	var v struct {
		Derive       []struct{ Name, SessKey, Salt, Session, Key string }
		Open, Reject []frame
	}
	require.NoError(t, json.Unmarshal(raw, &v))
	require.NotEmpty(t, v.Derive)
	require.NotEmpty(t, v.Open)
	require.NotEmpty(t, v.Reject)
	read := func(f frame) ([]byte, error) {
		key, err := hex.DecodeString(f.Key)
		require.NoError(t, err)
		o, err := openerOf(key, f.Session)
		require.NoError(t, err)
		return o.Open([]byte(f.Body), f.Destination, f.Seq)
	}
	for _, f := range v.Open {
		plain, err := read(f)
		require.NoError(t, err, f.Name)
		require.Equal(t, f.Plaintext, string(plain), f.Name)
	}
	for _, f := range v.Reject {
		_, err := read(f)
		require.ErrorIs(t, err, ErrSealed, f.Name)
	}
	for _, d := range v.Derive {
		o, err := NewOpener(d.SessKey, d.Salt, d.Session)
		if d.Key == "" {
			require.Error(t, err, d.Name)
			continue
		}
		require.NoError(t, err, d.Name)
		key, err := hex.DecodeString(d.Key)
		require.NoError(t, err)
		same, err := openerOf(key, d.Session)
		require.NoError(t, err)
		iv := make([]byte, 12)
		require.Equal(t, same.gcm.Seal(nil, iv, []byte("x"), nil), o.gcm.Seal(nil, iv, []byte("x"), nil), d.Name)
	}
}
