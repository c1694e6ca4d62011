package supporttest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/factory"
)

// shown is the contact of an inquiry as staff may see it in the clear, read with the keys of a box.
func (s inquiryStage) shown(box *personal.Box, id int64) (string, error) {
	keys := factory.Hashing()
	keys.Personal = box
	members := member.New(s.db, s.clk, site.New(s.db, s.clk), keys)
	svc := inquiry.New(s.db, s.clk, members, nil, message.New(s.db, s.clk))
	look := personal.Look{Subject: personal.OfInquiry, ID: fmt.Sprint(id), Fields: []personal.Field{personal.FieldContact}, Purpose: personal.ToContact}
	found, err := svc.Show(s.Context(), "demo", staffActor, look)
	if err != nil {
		return "", err
	}
	return found[0].Value, nil
}

// plainContacts selects the inquiries whose rows show the contact of plea.
const plainContacts = "SELECT id::text FROM inquiry_inquiry i WHERE i::text LIKE '%kim@mail%'"

// S-98: no copy of the database shows a guest's contact, which opens in its own row only.
func TestTheContactOfAGuestIsSealed(t *testing.T) {
	s := openInquiries(t)
	factory.Staff(t, s.db, func(x *factory.St) { x.ID = staffActor.ID })
	r, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
	other, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
	require.Empty(t, s.column(plainContacts))
	contact, err := s.shown(factory.Box(), r.ID)
	require.NoError(t, err)
	require.Equal(t, "kim@mail.example", contact)
	_, err = s.db.Exec(t.Context(), "UPDATE inquiry_inquiry SET guest_sealed = (SELECT guest_sealed FROM inquiry_inquiry WHERE id = $1) WHERE id = $2", r.ID, other.ID)
	require.NoError(t, err)
	_, err = s.shown(factory.Box(), other.ID)
	require.Error(t, err, "it was sealed for another row")
}

// Contacts of before stand in the clear until the command has moved them; other keys are taken by the same command.
func TestContactsOfBeforeAreSealed(t *testing.T) {
	s := openInquiries(t)
	factory.Staff(t, s.db, func(x *factory.St) { x.ID = staffActor.ID })
	factory.Plain(t, s.db)
	r, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
	_, err = s.svc.Ask(t.Context(), s.who, questionOf("A member's"))
	require.NoError(t, err)
	_, err = s.db.Exec(t.Context(), `INSERT INTO inquiry_inquiry (site_id, category, lang, title, content, html, created_at, guest_contact_kind, guest_contact, guest_account, guest_secret)
		SELECT site_id, category, lang, title, content, html, created_at, guest_contact_kind, guest_contact, guest_account, guest_secret
		  FROM inquiry_inquiry, generate_series(1, $1) WHERE member_id IS NULL`, personal.Window+4)
	require.NoError(t, err)
	require.Len(t, s.column(plainContacts), personal.Window+5)
	require.NoError(t, personal.Begin(t.Context(), s.db, s.clk.Now()))
	list, _, err := s.svc.StaffList(t.Context(), guestQuery(inquiry.Waiting))
	require.NoError(t, err)
	require.Equal(t, "k**@mail.example", list[0].Guest.Address, "read as before")

	silent := func(int) {}
	n, err := inquiry.MovePersonal(t.Context(), s.db, factory.Box(), silent)
	require.NoError(t, err)
	require.Equal(t, personal.Window+5, n)
	require.Empty(t, s.column(plainContacts))
	uses, err := inquiry.PersonalUses(t.Context(), s.db)
	require.NoError(t, err)
	require.Len(t, uses, 1)
	require.Equal(t, factory.Box().SealKeyID(), uses[0].Key)
	list, _, err = s.svc.StaffList(t.Context(), guestQuery(inquiry.Waiting))
	require.NoError(t, err)
	require.Equal(t, "k**@mail.example", list[0].Guest.Address)

	both, err := personal.New(personal.Keys{Seal: config.Key{7}, SealAccepted: []config.Key{factory.PersonalKeys().Seal}, Index: config.Key{8}})
	require.NoError(t, err)
	n, err = inquiry.MovePersonal(t.Context(), s.db, both, silent)
	require.NoError(t, err)
	require.Equal(t, personal.Window+5, n)
	next, err := personal.New(personal.Keys{Seal: config.Key{7}, Index: config.Key{8}})
	require.NoError(t, err)
	contact, err := s.shown(next, r.ID)
	require.NoError(t, err, "under the new key alone")
	require.Equal(t, "kim@mail.example", contact)
	n, err = inquiry.MovePersonal(t.Context(), s.db, next, silent)
	require.NoError(t, err)
	require.Zero(t, n)
}
