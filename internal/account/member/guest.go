package member

import (
	"fmt"
	"time"

	"hubstake/internal/access/token"
	"hubstake/internal/core/id"
)

// Pass opens the topics of a site to a guest. There is no session behind it: the sealed hub key is in the token.
type Pass struct {
	Token   string
	Expires time.Time
	SID     string
	HubKey  []byte
}

// Guest makes a pass for a site.
func (s *Service) Guest(siteID string) (Pass, error) {
	p := Pass{SID: id.New(), HubKey: id.Key()}
	var err error
	p.Token, p.Expires, err = s.Signer.Sign(token.Claims{
		Site: siteID, SID: p.SID, Audience: token.Guest, HubKey: s.Sealer.Seal(p.SID, p.HubKey),
	})
	if err != nil {
		return Pass{}, fmt.Errorf("guest: %w", err)
	}
	return p, nil
}
