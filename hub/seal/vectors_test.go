package seal

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/vectors.json anew")

const vectorsFile = "testdata/vectors.json"

// vectors mirrors the file; its "about" says what each part means.
type vectors struct {
	About  []string       `json:"about"`
	GCM    []gcmVector    `json:"gcm"`
	Derive []deriveVector `json:"derive"`
	Open   []frameVector  `json:"open"`
	Reject []frameVector  `json:"reject"`
}

type gcmVector struct {
	Name       string `json:"name"`
	Key        string `json:"key"`
	IV         string `json:"iv"`
	AAD        string `json:"aad"`
	Plaintext  string `json:"plaintext"`
	Ciphertext string `json:"ciphertext"`
	Tag        string `json:"tag"`
}

type deriveVector struct {
	Name    string `json:"name"`
	SessKey string `json:"sessKey"`
	Salt    string `json:"salt"`
	Session string `json:"session"`
	Key     string `json:"key"` // empty: must be refused
}

type frameVector struct {
	Name        string `json:"name"`
	Key         string `json:"key"`
	Session     string `json:"session"`
	Destination string `json:"destination"`
	Seq         uint64 `json:"seq"`
	AAD         string `json:"aad,omitempty"`
	IV          string `json:"iv,omitempty"`
	Plaintext   string `json:"plaintext,omitempty"`
	Body        string `json:"body"`
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	require.NoError(t, err)
	return b
}

func keyOf(t *testing.T, s string) *Key {
	t.Helper()
	var k Key
	require.Equal(t, KeySize, copy(k[:], unhex(t, s)))
	return &k
}

func load(t *testing.T) (v vectors) {
	t.Helper()
	raw, err := os.ReadFile(vectorsFile)
	require.NoError(t, err)
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&v))
	return v
}

func TestVectors(t *testing.T) {
	if *update {
		writeVectors(t)
	}
	v := load(t)
	require.NotEmpty(t, v.GCM)
	require.NotEmpty(t, v.Derive)
	require.NotEmpty(t, v.Open)
	require.NotEmpty(t, v.Reject)
	for _, c := range v.GCM {
		t.Run("gcm "+c.Name, func(t *testing.T) {
			block, err := aes.NewCipher(unhex(t, c.Key))
			require.NoError(t, err)
			aead, err := cipher.NewGCM(block)
			require.NoError(t, err)
			sealed := aead.Seal(nil, unhex(t, c.IV), unhex(t, c.Plaintext), unhex(t, c.AAD))
			require.Equal(t, c.Ciphertext+c.Tag, hex.EncodeToString(sealed))
		})
	}
	for _, c := range v.Derive {
		t.Run("derive "+c.Name, func(t *testing.T) {
			sess, err := base64.RawURLEncoding.DecodeString(c.SessKey)
			require.NoError(t, err)
			salt, err := base64.RawURLEncoding.DecodeString(c.Salt)
			require.NoError(t, err)
			k, err := Derive(sess, salt, c.Session)
			if c.Key == "" {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.Key, hex.EncodeToString(k[:]))
		})
	}
	for _, c := range v.Open {
		t.Run("open "+c.Name, func(t *testing.T) {
			s := New(keyOf(t, c.Key), c.Session)
			p, err := s.Open([]byte(c.Body), c.Destination, c.Seq)
			require.NoError(t, err)
			require.Equal(t, c.Plaintext, string(p))
			require.Equal(t, c.AAD, string(s.aad))
			body := s.append([]byte("before"), []byte(c.Plaintext), c.Destination, c.Seq, (*[ivSize]byte)(unhex(t, c.IV)))
			require.Equal(t, "before"+c.Body, string(body))
		})
	}
	for _, c := range v.Reject {
		t.Run("reject "+c.Name, func(t *testing.T) {
			_, err := New(keyOf(t, c.Key), c.Session).Open([]byte(c.Body), c.Destination, c.Seq)
			require.ErrorIs(t, err, ErrOpen)
		})
	}
}

// writeVectors makes the file. The sealed bodies come from fixed IVs, so it is the same on every run.
func writeVectors(t *testing.T) {
	t.Helper()
	const (
		caseKey = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
		caseIV  = "cafebabefacedbaddecaf888"
	)
	v := vectors{
		About: []string{
			"Vectors of the sealed payloads of the hub. Read by the tests of hub/seal, of the web client and of the load scripts.",
			"gcm: AES-256-GCM itself, all fields in hex. 'test case 16' is that of the GCM specification.",
			"derive: key = HKDF-SHA256(sessKey, salt, info = 'hub-v1|' + session), 32 bytes in hex; sessKey and salt are base64url without padding. An empty key means that the input must be refused.",
			"open: body opens under key (hex) to plaintext (UTF-8) with the additional data aad = 'v1|' + session + '|' + destination + '|' + seq. body = base64url(iv) + base64(ciphertext + tag); iv in hex.",
			"reject: body must not open under key, session, destination and seq.",
		},
		GCM: []gcmVector{
			{
				Name: "test case 16", Key: caseKey, IV: caseIV, AAD: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
				Plaintext:  "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
				Ciphertext: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
				Tag:        "76fc6ece0f4e1768cddf8853bb2d551b",
			},
			{Name: "test case 13", Key: strings.Repeat("00", 32), IV: strings.Repeat("00", 12), Tag: "530f8afbc74536b9a963b4f1c4cb738b"},
		},
	}
	b64 := base64.RawURLEncoding.EncodeToString
	count := func(from, n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(from + i)
		}
		return b
	}
	for _, c := range []deriveVector{
		{Name: "counting bytes", SessKey: b64(count(0, 32)), Salt: b64(count(100, 16)), Session: "s-42"},
		{Name: "another salt", SessKey: b64(count(0, 32)), Salt: b64(count(101, 16)), Session: "s-42"},
		{Name: "another session", SessKey: b64(count(0, 32)), Salt: b64(count(100, 16)), Session: "AAECAwQFBgcICQoLDA0ODw"},
		{Name: "key of 16 bytes", SessKey: b64(count(0, 16)), Salt: b64(count(100, 16)), Session: "s-42"},
		{Name: "salt of 12 bytes", SessKey: b64(count(0, 32)), Salt: b64(count(100, 12)), Session: "s-42"},
		{Name: "no session", SessKey: b64(count(0, 32)), Salt: b64(count(100, 16))},
	} {
		sess, _ := base64.RawURLEncoding.DecodeString(c.SessKey)
		salt, _ := base64.RawURLEncoding.DecodeString(c.Salt)
		if k, err := Derive(sess, salt, c.Session); err == nil {
			c.Key = hex.EncodeToString(k[:])
		}
		v.Derive = append(v.Derive, c)
	}
	derived := v.Derive[0].Key
	for _, c := range []frameVector{
		{Name: "fixed key", Key: caseKey, Session: "s-42", Destination: "/user/queue/m", Seq: 7, IV: caseIV, Plaintext: `{"cmd":"CASH","data1":"125000","data2":"300"}`},
		{Name: "CASH", Key: derived, Session: "s-42", Destination: "/topic/AAECAwQFBgcICQoLDA0ODw", Seq: 1, IV: "000102030405060708090a0b", Plaintext: `{"cmd":"CASH","data1":"125000","data2":"3200","ver":812,"at":1789000000123}`},
		{Name: "next of the same topic", Key: derived, Session: "s-42", Destination: "/topic/AAECAwQFBgcICQoLDA0ODw", Seq: 2, IV: "fffffffffffffffffffffffe", Plaintext: `{"cmd":"MSG","data1":"3","data2":"","ver":9,"at":1789000000124}`},
		{Name: "site topic, text of many scripts", Key: derived, Session: "s-42", Destination: "/topic/site.demo", Seq: 18446744073709551615, IV: "0f0e0d0c0b0a090807060504", Plaintext: `{"cmd":"MARQUEE","data1":"Chào mừng 환영합니다 ยินดีต้อนรับ 欢迎 ようこそ 🎰","data2":"\"quoted\"","ver":1,"at":1789000000125}`},
		{Name: "empty plaintext", Key: derived, Session: "s-42", Destination: "/topic/site.demo", Seq: 3, IV: "a0a1a2a3a4a5a6a7a8a9aaab", Plaintext: ""},
	} {
		s := New(keyOf(t, c.Key), c.Session)
		c.Body = string(s.append(nil, []byte(c.Plaintext), c.Destination, c.Seq, (*[ivSize]byte)(unhex(t, c.IV))))
		c.AAD = string(s.aad)
		v.Open = append(v.Open, c)
	}
	good := v.Open[1]
	good.AAD, good.IV, good.Plaintext = "", "", ""
	bad := func(name string, change func(*frameVector)) {
		c := good
		c.Name = name
		change(&c)
		v.Reject = append(v.Reject, c)
	}
	flip := func(s string, i int) string {
		b := []byte(s)
		if b[i]++; b[i] > 'z' || b[i] > 'Z' && b[i] < 'a' || b[i] > '9' && b[i] < 'A' || b[i] < '0' {
			b[i] = 'A'
		}
		return string(b)
	}
	n := len(good.Body)
	bad("additional data: another seq", func(c *frameVector) { c.Seq++ })
	bad("additional data: another destination", func(c *frameVector) { c.Destination = "/topic/site.demo" })
	bad("additional data: another session", func(c *frameVector) { c.Session = "s-43" })
	bad("tag flipped", func(c *frameVector) { c.Body = flip(c.Body, n-6) })
	bad("ciphertext flipped", func(c *frameVector) { c.Body = flip(c.Body, 20) })
	bad("IV flipped", func(c *frameVector) { c.Body = flip(c.Body, 3) })
	bad("truncated by a group", func(c *frameVector) { c.Body = c.Body[:n-4] })
	bad("truncated in a group", func(c *frameVector) { c.Body = c.Body[:n-5] })
	bad("prefix of 15 characters", func(c *frameVector) { c.Body = c.Body[1:] })
	bad("prefix alone", func(c *frameVector) { c.Body = c.Body[:16] })
	bad("prefix with +", func(c *frameVector) { c.Body = "+" + c.Body[1:] })
	bad("prefix with =", func(c *frameVector) { c.Body = c.Body[:15] + "=" + c.Body[16:] })
	bad("wrong key", func(c *frameVector) { c.Key = v.Derive[1].Key })
	bad("AES-CBC instead of GCM", func(c *frameVector) {
		block, err := aes.NewCipher(unhex(t, c.Key))
		require.NoError(t, err)
		plain := []byte(strings.Repeat("x", 2*aes.BlockSize))
		cipher.NewCBCEncrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(plain, plain)
		c.Body = c.Body[:ivChars] + base64.StdEncoding.EncodeToString(plain)
	})
	bad("the 16 characters themselves as IV", func(c *frameVector) {
		block, err := aes.NewCipher(unhex(t, c.Key))
		require.NoError(t, err)
		aead, err := cipher.NewGCMWithNonceSize(block, ivChars)
		require.NoError(t, err)
		iv := c.Body[:ivChars]
		c.Body = iv + base64.StdEncoding.EncodeToString(aead.Seal(nil, []byte(iv), []byte(v.Open[1].Plaintext), []byte(v.Open[1].AAD)))
	})
	bad("empty", func(c *frameVector) { c.Body = "" })
	bad("not sealed at all", func(c *frameVector) { c.Body = v.Open[1].Plaintext })
	out, err := json.MarshalIndent(v, "", "  ")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(vectorsFile, append(out, '\n'), 0o644))
}
