package server

import (
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
)

// NewKeys writes the secrets of a new installation as lines of the settings of api, hub and workers, so that each secret is random, is made once and
// stands wherever it is needed. Nothing keeps them: the caller stores what was written.
func NewKeys(out io.Writer) error {
	random := func() string { return base64.RawURLEncoding.EncodeToString(id.Key()) }
	signing := "k1=" + random()
	signer, err := token.NewSigner(signing, clock.System{})
	if err != nil {
		return fmt.Errorf("api: keys new: %w", err)
	}
	seal := random()
	lines := []string{
		"# api.env",
		"API_JWT_PRIVATE_KEY=" + signing,
		"API_JWT_PUBLIC_KEYS=" + signer.Public(),
		"API_SEAL_KEY=" + seal,
		"API_PEPPER=" + random(),
		"API_PERSONAL_KEY=" + random(),
		"API_PERSONAL_INDEX_KEY=" + random(),
		"# hub.env",
		"HUB_JWT_PUBLIC_KEYS=" + signer.Public(),
		"HUB_SEAL_KEY=" + seal,
		"# workers.env",
		"WORKERS_SEAL_KEY=" + seal,
	}
	if _, err = io.WriteString(out, strings.Join(lines, "\n")+"\n"); err != nil {
		return fmt.Errorf("api: keys new: %w", err)
	}
	return nil
}
