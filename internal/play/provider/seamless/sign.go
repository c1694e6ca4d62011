// Package seamless speaks the product's own protocol with a vendor: signed JSON both ways, the wallet at our side
// (api/providers/README.md). Providers with a protocol of their own have a package of their own beside it.
package seamless

import (
	"net/http"
	"strconv"
	"time"

	"hubstake/internal/play/provider"
)

// Family is the name of the protocol.
const Family = "seamless"

// Headers of a signed request, either way.
const (
	HeaderVersion   = "X-Version"   // of the signed text: 2; without it 1
	HeaderTimestamp = "X-Timestamp" // Unix seconds
	HeaderNonce     = "X-Nonce"     // at most 64 characters, new for each request
	HeaderSignature = "X-Signature" // hex of HMAC-SHA256, or base64 of RSA-SHA256
	HeaderKey       = "X-Key-Id"    // which key it is; without it, any valid one
)

// Versions of the signed text. Version 1 does not say what is asked for: the bytes of a bet are a valid win as well. It is
// accepted from providers whose settings allow it (provider.Settings.LowestVersion); our own calls are signed with version 2.
const (
	Version1 = 1
	Version2 = 2
)

// Message returns the signed text. Version 1 is "timestamp.nonce.body"; version 2 has one part to a line: "2", kind, timestamp,
// nonce, body. No header and no kind can hold a line feed, so two different requests never have the same text. kind is what
// is asked for: the path below /v1/vendor/{vendor}/ or, of our own calls, below /v1/.
func Message(version int, kind, timestamp, nonce string, body []byte) []byte {
	if version == Version1 {
		return append([]byte(timestamp+"."+nonce+"."), body...)
	}
	return append([]byte(strconv.Itoa(version)+"\n"+kind+"\n"+timestamp+"\n"+nonce+"\n"), body...)
}

// Sign puts the headers of a request signed with version 2 on h.
func Sign(h http.Header, k provider.Key, kind string, now time.Time, nonce string, body []byte) error {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	signature, err := k.Sign(Message(Version2, kind, timestamp, nonce, body))
	if err != nil {
		return err
	}
	h.Set(HeaderVersion, strconv.Itoa(Version2))
	h.Set(HeaderTimestamp, timestamp)
	h.Set(HeaderNonce, nonce)
	h.Set(HeaderSignature, signature)
	if k.ID != "" {
		h.Set(HeaderKey, k.ID)
	}
	return nil
}

// Read gathers what a request shows. header reads one of its headers; kind is what is asked for, the last part of the path.
func Read(vendor, kind string, header func(name string) string, body []byte) provider.Proof {
	timestamp, nonce := header(HeaderTimestamp), header(HeaderNonce)
	p := provider.Proof{
		Vendor: vendor, Family: Family, KeyID: header(HeaderKey), Windowed: true, Nonce: nonce, Repeatable: kind != "balance",
	}
	switch header(HeaderVersion) {
	case "":
		p.Version = Version1
	case "2":
		p.Version = Version2
		p.Idempotent = kind == "bet" || kind == "win" || kind == "rollback" || kind == "batch"
	default:
		return p // of a version that we do not know nothing is proved
	}
	if !p.Idempotent {
		p.Content = kind + "." + string(body)
	}
	p.Message, p.Signature = Message(p.Version, kind, timestamp, nonce, body), header(HeaderSignature)
	if seconds, err := strconv.ParseInt(timestamp, 10, 64); err == nil {
		p.At = time.Unix(seconds, 0)
	}
	return p
}
