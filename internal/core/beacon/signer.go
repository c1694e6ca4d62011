package beacon

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/cloudflare/circl/sign/bls"
)

// developmentGenesis is when each network of a Signer begins.
var developmentGenesis = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// developmentPeriod is quicknet's, so that development waits as long as production does.
const developmentPeriod = 3 * time.Second

// Signer is a network whose secret key is known, for development and tests: its holder knows all randomness in advance.
type Signer struct {
	key     *bls.PrivateKey[bls.KeyG2SigG1]
	network Network
}

// NewSigner returns the network of a secret of at least 32 random bytes. The same secret is always the same network.
func NewSigner(secret []byte) (*Signer, error) {
	key, err := bls.KeyGen[bls.KeyG2SigG1](secret, nil, []byte("hubstake development beacon"))
	if err != nil {
		return nil, fmt.Errorf("beacon: %w", err)
	}
	public, err := key.PublicKey().MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("beacon: %w", err)
	}
	parameters := binary.BigEndian.AppendUint32(nil, uint32(developmentPeriod/time.Second))
	parameters = binary.BigEndian.AppendUint64(parameters, uint64(developmentGenesis.Unix()))
	hash := sha256.Sum256(append(parameters, public...))
	return &Signer{key: key, network: Network{
		Hash: hex.EncodeToString(hash[:]), Genesis: developmentGenesis, Period: developmentPeriod, PublicKey: public,
	}}, nil
}

// Network returns the public parameters.
func (s *Signer) Network() Network { return s.network }

// Sign returns the signature of a round, of the past or to come.
func (s *Signer) Sign(round uint64) []byte { return bls.Sign(s.key, message(round)) }
