package token

import (
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"testing"

	"filippo.io/edwards25519"
	"github.com/stretchr/testify/require"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	require.NoError(t, err)
	return b
}

// The test vectors of RFC 8032, 7.1.
func TestVectorsOfTheStandardAreAccepted(t *testing.T) {
	t.Parallel()
	for name, v := range map[string][3]string{
		"test 1": {
			"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
			"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
		},
		"test 2": {
			"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
			"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
		},
		"test 3": {
			"fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
			"6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
		},
		"test SHA(abc)": {
			"ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
			"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
			"dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
		},
	} {
		public, message, signature := unhex(t, v[0]), unhex(t, v[1]), unhex(t, v[2])
		require.True(t, ed25519.Verify(public, message, signature), name)
		k, err := newKeyTable(public)
		require.NoError(t, err, name)
		require.True(t, k.verify(message, signature), name)
		for i := range signature {
			bent := append([]byte(nil), signature...)
			bent[i] ^= 1 << (i % 8)
			require.False(t, k.verify(message, bent), "%s, byte %d", name, i)
		}
		require.False(t, k.verify(append(message, 0), signature), name)
		require.False(t, k.verify(message, signature[:63]), name)
		require.False(t, k.verify(message, append(signature, 0)), name)
		require.False(t, k.verify(message, nil), name)
	}
}

// lowOrder are all encodings of the eight points whose order divides 8, the six non-canonical ones last ("Taming the many EdDSAs", table 6).
var lowOrder = []string{
	"0100000000000000000000000000000000000000000000000000000000000000",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"0000000000000000000000000000000000000000000000000000000000000080",
	"0000000000000000000000000000000000000000000000000000000000000000",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	"0100000000000000000000000000000000000000000000000000000000000080",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}

// order is the group's order l, little endian.
const order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"

// Every combination of keys and commitments of low order, of mixed order and of full order, canonical or not, with s as it must be, zero, and
// beyond the group's order: implementations differ in these, and the tables must not differ from crypto/ed25519.
func TestEdgeCasesAreJudgedAsByTheLibrary(t *testing.T) {
	t.Parallel()
	secret, err := new(edwards25519.Scalar).SetUniformBytes(sum512("secret"))
	require.NoError(t, err)
	nonce, err := new(edwards25519.Scalar).SetUniformBytes(sum512("nonce"))
	require.NoError(t, err)
	type half struct {
		scalar  *edwards25519.Scalar // of the part of full order
		encoded []byte
	}
	halves := func(scalar *edwards25519.Scalar) (all []half) {
		full := new(edwards25519.Point).ScalarBaseMult(scalar)
		for _, text := range lowOrder {
			encoded := unhex(t, text)
			low, err := new(edwards25519.Point).SetBytes(encoded)
			require.NoError(t, err, text)
			all = append(all, half{edwards25519.NewScalar(), encoded}, half{scalar, new(edwards25519.Point).Add(full, low).Bytes()})
		}
		return all
	}
	l := unhex(t, order)
	accepted, refused := 0, 0
	for i, a := range halves(secret) {
		k, err := newKeyTable(a.encoded)
		require.NoError(t, err)
		for j, r := range halves(nonce) {
			for n := range 8 { // the low order parts cancel for some messages only
				message := fmt.Appendf(nil, "message %d", n)
				hash, err := new(edwards25519.Scalar).SetUniformBytes(sum512(string(r.encoded) + string(a.encoded) + string(message)))
				require.NoError(t, err)
				s := new(edwards25519.Scalar).MultiplyAdd(hash, a.scalar, r.scalar).Bytes()
				for name, s := range map[string][]byte{"s": s, "0": make([]byte, 32), "s+l": plus(s, l), "l": l} {
					signature := append(append([]byte(nil), r.encoded...), s...)
					want := ed25519.Verify(a.encoded, message, signature)
					require.Equal(t, want, k.verify(message, signature), "key %d, R %d, message %d, %s", i, j, n, name)
					if want {
						accepted++
					} else {
						refused++
					}
				}
			}
		}
	}
	require.Greater(t, accepted, 500)
	require.Greater(t, refused, 1000)
}

func TestWhatIsNoPointIsNoKey(t *testing.T) {
	t.Parallel()
	_, err := newKeyTable(unhex(t, "0200000000000000000000000000000000000000000000000000000000000000"))
	require.Error(t, err)
	_, err = NewVerifier([]string{"k1=AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}, nil)
	require.ErrorContains(t, err, "not a point")
}

func FuzzVerifyAsTheLibrary(f *testing.F) {
	type key struct {
		private ed25519.PrivateKey
		table   *keyTable
	}
	var keys [4]key
	for i := range keys {
		seed := sum512(fmt.Sprint("key ", i))[:ed25519.SeedSize]
		private := ed25519.NewKeyFromSeed(seed)
		table, err := newKeyTable(private.Public().(ed25519.PublicKey))
		require.NoError(f, err)
		keys[i] = key{private, table}
	}
	f.Add(uint8(0), []byte("message"), uint16(0), uint8(0), []byte(nil))
	f.Add(uint8(1), []byte(""), uint16(32), uint8(1), []byte("tail"))
	f.Add(uint8(2), make([]byte, 500), uint16(63), uint8(0x80), make([]byte, 64))
	f.Fuzz(func(t *testing.T, n uint8, message []byte, at uint16, flip uint8, other []byte) {
		k := keys[int(n)%len(keys)]
		signature := ed25519.Sign(k.private, message)
		require.True(t, k.table.verify(message, signature))
		signature[int(at)%len(signature)] ^= flip
		for _, s := range [][]byte{signature, other} {
			want := len(s) == ed25519.SignatureSize && ed25519.Verify(k.table.public, message, s)
			require.Equal(t, want, k.table.verify(message, s))
		}
	})
}

func sum512(s string) []byte {
	h := sha512.Sum512([]byte(s))
	return h[:]
}

// plus adds two numbers of 32 bytes, little endian.
func plus(a, b []byte) []byte {
	out, carry := make([]byte, 32), 0
	for i := range out {
		n := int(a[i]) + int(b[i]) + carry
		out[i], carry = byte(n), n>>8
	}
	return out
}

func BenchmarkSignature(b *testing.B) {
	private := ed25519.NewKeyFromSeed(sum512("key")[:ed25519.SeedSize])
	public := private.Public().(ed25519.PublicKey)
	table, err := newKeyTable(public)
	require.NoError(b, err)
	message := make([]byte, 400)
	signature := ed25519.Sign(private, message)
	for name, verify := range map[string]func() bool{
		"table":   func() bool { return table.verify(message, signature) },
		"library": func() bool { return ed25519.Verify(public, message, signature) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !verify() {
					b.Fatal("refused")
				}
			}
		})
	}
}
