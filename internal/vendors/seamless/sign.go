// Package seamless speaks the product's own protocol with a vendor: signed JSON both ways, the wallet at our side
// (api/vendors/README.md). Vendors with a protocol of their own have a package of their own beside it.
package seamless

import (
	"strconv"
	"time"

	"hubstake/internal/vendors"
)

// Family is the name of the protocol.
const Family = "seamless"

// Headers of a signed request, either way.
const (
	HeaderTimestamp = "X-Timestamp" // Unix seconds
	HeaderNonce     = "X-Nonce"     // at most 64 characters, new for each request
	HeaderSignature = "X-Signature" // hex of HMAC-SHA256, or base64 of RSA-SHA256
	HeaderKey       = "X-Key-Id"    // which key it is; without it, any valid one
)

// Message is what is signed.
func Message(timestamp, nonce string, body []byte) []byte {
	out := make([]byte, 0, len(timestamp)+len(nonce)+len(body)+2)
	out = append(append(out, timestamp...), '.')
	return append(append(append(out, nonce...), '.'), body...)
}

// Sign returns the signature of a body: over "timestamp.nonce.body".
func Sign(k vendors.Key, timestamp, nonce string, body []byte) (string, error) {
	return k.Sign(Message(timestamp, nonce, body)) //nolint:wrapcheck // it names itself
}

// Read gathers what a request shows. header reads one of its headers; kind is what is asked for, the last part of the path.
func Read(vendor, kind string, header func(name string) string, body []byte) vendors.Proof {
	timestamp, nonce := header(HeaderTimestamp), header(HeaderNonce)
	p := vendors.Proof{
		Vendor: vendor, Family: Family, KeyID: header(HeaderKey), Message: Message(timestamp, nonce, body), Signature: header(HeaderSignature),
		Windowed: true, Nonce: nonce, Content: kind + "." + string(body), Repeatable: kind != "balance",
	}
	if seconds, err := strconv.ParseInt(timestamp, 10, 64); err == nil {
		p.At = time.Unix(seconds, 0)
	}
	return p
}
