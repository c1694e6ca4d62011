package provider

import (
	"context"
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"time"
)

// KeyKind says what a key is and what it does.
type KeyKind string

// The kinds. A key is only ever used as its kind: a public key is never a shared secret.
const (
	HMAC   KeyKind = "hmac"    // HMAC-SHA256 under a shared secret, in hex: signs both directions
	RSA    KeyKind = "rsa"     // RSA-SHA256 (PKCS #1 v1.5), in base64: the provider's public key, checks what it sends
	OwnRSA KeyKind = "rsa-own" // our private key, signs what we send
)

const (
	minSecret  = 32   // bytes
	minModulus = 2048 // bits
	maxModulus = 8192 // bits: each signature costs time
)

// ErrKey says that something is not a key of its kind, or too weak.
var ErrKey = errors.New("provider: not a usable key")

// Key is one key of a provider, valid from From until before Until; a zero Until has no end.
type Key struct {
	ID          string
	Kind        KeyKind
	From, Until time.Time

	secret  []byte
	public  *rsa.PublicKey
	private *rsa.PrivateKey
}

// NewKey reads a key: the secret itself, a public key in PEM (PKIX), or a private key in PEM or DER (PKCS #8).
func NewKey(id string, kind KeyKind, material []byte) (Key, error) {
	k := Key{ID: id, Kind: kind}
	switch kind {
	case HMAC:
		if len(material) < minSecret {
			return k, fmt.Errorf("%w: a secret has at least %d bytes", ErrKey, minSecret)
		}
		k.secret = material
		return k, nil
	case RSA:
		block, _ := pem.Decode(material)
		if block == nil {
			return k, fmt.Errorf("%w: no PEM", ErrKey)
		}
		parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
		public, ok := parsed.(*rsa.PublicKey)
		if err != nil || !ok {
			return k, fmt.Errorf("%w: not an RSA public key", ErrKey)
		}
		k.public = public
	case OwnRSA:
		if block, _ := pem.Decode(material); block != nil {
			material = block.Bytes
		}
		parsed, err := x509.ParsePKCS8PrivateKey(material)
		private, ok := parsed.(*rsa.PrivateKey)
		if err != nil || !ok {
			return k, fmt.Errorf("%w: not an RSA private key", ErrKey)
		}
		k.private, k.public = private, &private.PublicKey
	default:
		return k, fmt.Errorf("%w: kind %q", ErrKey, kind)
	}
	if bits := k.public.N.BitLen(); bits < minModulus || bits > maxModulus {
		return k, fmt.Errorf("%w: an RSA key has %d to %d bits", ErrKey, minModulus, maxModulus)
	}
	return k, nil
}

// Generate makes a key of a kind that we make: a secret, or a private key of ours. say is what the provider gets: base64url of the
// secret, PEM of the public half.
func Generate(kind KeyKind) (material []byte, say string, err error) {
	switch kind {
	case HMAC:
		material = make([]byte, minSecret)
		_, _ = rand.Read(material) // never fails
		return material, base64.RawURLEncoding.EncodeToString(material) + "\n", nil
	case OwnRSA:
		private, err := rsa.GenerateKey(rand.Reader, minModulus)
		if err != nil {
			return nil, "", fmt.Errorf("provider: make a key: %w", err)
		}
		if material, err = x509.MarshalPKCS8PrivateKey(private); err != nil {
			return nil, "", fmt.Errorf("provider: make a key: %w", err)
		}
		k, err := NewKey("", OwnRSA, material)
		return material, k.Public(), err
	default:
		return nil, "", fmt.Errorf("%w: the vendor makes its own %s", ErrKey, kind)
	}
}

// Valid reports whether the key may be used at a moment.
func (k Key) Valid(now time.Time) bool {
	return !now.Before(k.From) && (k.Until.IsZero() || now.Before(k.Until))
}

// Verify reports whether a signature, as it is written in a header, is of this message under this key.
func (k Key) Verify(message []byte, signature string) bool {
	switch k.Kind {
	case HMAC:
		given, err := hex.DecodeString(signature)
		return err == nil && hmac.Equal(given, k.mac(message))
	case RSA:
		given, err := base64.StdEncoding.DecodeString(signature)
		sum := sha256.Sum256(message)
		return err == nil && rsa.VerifyPKCS1v15(k.public, crypto.SHA256, sum[:], given) == nil
	default:
		return false
	}
}

// Sign returns the signature of a message as it is written in a header. A public key signs nothing: ErrKey.
func (k Key) Sign(message []byte) (string, error) {
	switch k.Kind {
	case HMAC:
		return hex.EncodeToString(k.mac(message)), nil
	case OwnRSA:
		sum := sha256.Sum256(message)
		sig, err := rsa.SignPKCS1v15(rand.Reader, k.private, crypto.SHA256, sum[:])
		if err != nil {
			return "", fmt.Errorf("provider: sign: %w", err)
		}
		return base64.StdEncoding.EncodeToString(sig), nil
	default:
		return "", fmt.Errorf("%w: %s signs nothing", ErrKey, k.Kind)
	}
}

func (k Key) mac(message []byte) []byte {
	h := hmac.New(sha256.New, k.secret)
	_, _ = h.Write(message)
	return h.Sum(nil)
}

// Public is the public half of an RSA key in PEM; empty for a secret. It is what a provider gets of our own key.
func (k Key) Public() string {
	if k.public == nil {
		return ""
	}
	der, err := x509.MarshalPKIXPublicKey(k.public)
	if err != nil {
		return ""
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

// SigningKey finds the key that our calls to a provider are signed with now.
type SigningKey func(ctx context.Context) (Key, error)

// Always signs with one key.
func Always(k Key) SigningKey { return func(context.Context) (Key, error) { return k, nil } }

// String never shows what the key is made of.
func (k Key) String() string { return k.ID + " (" + string(k.Kind) + ")" }

// GoString is String.
func (k Key) GoString() string { return k.String() }
