package personal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/vault"
)

// Keys are those of the settings. Accepted ones open and find what is there, and are given to nothing new.
type Keys struct {
	Seal          config.Key
	SealAccepted  []config.Key
	Index         config.Key
	IndexAccepted []config.Key
}

// errNoKeys is what a program without keys gets that comes across sealed data.
var errNoKeys = errors.New("personal data: this program has no keys for them")

// Box seals and opens personal data, and makes their blind indexes. A nil box reads plain values only.
type Box struct {
	vault *vault.Vault
	index []config.Key // the current one first
}

// New returns a box with the keys of the settings.
func New(k Keys) (*Box, error) {
	v, err := vault.New(k.Seal, k.SealAccepted...)
	if err != nil {
		return nil, fmt.Errorf("personal data: %w", err)
	}
	return &Box{vault: v, index: append([]config.Key{k.Index}, k.IndexAccepted...)}, nil
}

// SealKeyID returns the id of the key that seals: sealed values begin with it and a dot.
func (b *Box) SealKeyID() string { return b.vault.KeyID() }

// IndexKeyID returns the id of the key of new indexes.
func (b *Box) IndexKeyID() string { return b.index[0].ID() }

// Column is the place of a sealed value in the database, "table.column" by the name of its plain form. The names are part of what is sealed:
// a column that is renamed keeps its old name here.
type Column string

// The columns. The row of a member is its memId, of a request or an inquiry its number, of a block "site|kind|value".
const (
	MemberName       Column = "member_member.name"
	MemberPhone      Column = "member_member.phone"
	MemberAccount    Column = "member_member.account_no"
	MemberHolder     Column = "member_member.account_holder"
	RequestDepositor Column = "cash_request.depositor"
	RequestAccount   Column = "cash_request.account_no"
	RequestHolder    Column = "cash_request.account_holder"
	BlockedValue     Column = "member_block.value"
	ChangeWanted     Column = "member_change.wanted"
	GuestContact     Column = "inquiry_inquiry.guest_contact"
)

// Seal returns the sealed form of a value for one column of one row.
func (b *Box) Seal(column Column, row, value string) (string, error) {
	switch {
	case value == "":
		return "", nil
	case b == nil:
		return "", errNoKeys
	}
	return b.vault.Seal(string(column), row, []byte(value)), nil
}

// Open returns the value of a column of a row that is kept in one of both forms. It fails for a value that was sealed under a key that the
// settings do not name, or for another column or row.
func (b *Box) Open(column Column, row, plain, sealed string) (string, error) {
	switch {
	case sealed == "":
		return plain, nil
	case b == nil:
		return "", errNoKeys
	}
	value, err := b.vault.Open(string(column), row, sealed)
	if err != nil {
		return "", fmt.Errorf("personal data of %s: %w", row, err)
	}
	return string(value), nil
}

// Current reports whether a sealed value is under the key that seals.
func (b *Box) Current(sealed string) bool { return strings.HasPrefix(sealed, b.SealKeyID()+".") }

// Kind is a kind of value that can be found. Equal values of two kinds have different indexes.
type Kind string

// The kinds.
const (
	Phone       Kind = "phone"        // E.164
	PhoneTail   Kind = "phone tail"   // its last four digits
	Account     Kind = "account"      // the digits of a bank account
	AccountTail Kind = "account tail" // the last four of them
	Name        Kind = "name"         // FoldName
)

// indexSize is the length of an index in bytes: 128 bits of HMAC-SHA-256.
const indexSize = 16

func index(k config.Key, kind Kind, value string) []byte {
	m := hmac.New(sha256.New, k[:])
	m.Write(binary.BigEndian.AppendUint32(nil, uint32(len(kind)))) // no kind and value together read like another pair
	m.Write([]byte(kind))
	m.Write([]byte(value))
	return m.Sum(nil)[:indexSize]
}

// Index returns the index of a value under the current key; nil of an empty value.
func (b *Box) Index(kind Kind, value string) ([]byte, error) {
	switch {
	case value == "":
		return nil, nil
	case b == nil:
		return nil, errNoKeys
	}
	return index(b.index[0], kind, value), nil
}

// Indexes returns the indexes of a value under every key of the settings: a row has one of them. None for an empty value or a nil box.
func (b *Box) Indexes(kind Kind, value string) [][]byte {
	if value == "" || b == nil {
		return [][]byte{}
	}
	out := make([][]byte, len(b.index))
	for i, k := range b.index {
		out[i] = index(k, kind, value)
	}
	return out
}

// Text returns an index as a text that names its key, for columns that hold either an index or a plain value.
func (b *Box) Text(kind Kind, value string) (string, error) {
	if b == nil {
		return "", errNoKeys
	}
	return b.texts(kind, value)[0], nil
}

// Forms returns all forms in which a value may stand in such a column: the plain one, and its index under every key.
func (b *Box) Forms(kind Kind, value string) []string {
	if b == nil {
		return []string{value}
	}
	return append([]string{value}, b.texts(kind, value)...)
}

func (b *Box) texts(kind Kind, value string) []string {
	out := make([]string, len(b.index))
	for i, k := range b.index {
		out[i] = k.ID() + "." + base64.RawURLEncoding.EncodeToString(index(k, kind, value))
	}
	return out
}

// smallest returns the least index of a value, which is the same on all nodes that have the same keys, whichever is current.
func (b *Box) smallest(kind Kind, value string) []byte {
	return slices.MinFunc(b.Indexes(kind, value), slices.Compare[[]byte])
}
