package game

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/event"
	"hubstake/internal/fault"
	"hubstake/internal/game/gamedb"
	"hubstake/internal/id"
	"hubstake/internal/platform/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/transfer"
	"hubstake/internal/vendors"
)

// afterwards bounds what must be written down although the member has gone meanwhile.
const afterwards = 3 * time.Second

// Opening is a member's wish to play a game.
type Opening struct {
	Site, Member, SID string
	Group             string // slot, casino …: the page that asks
	Product           string
	Game              string
	Mobile            bool
	Lang              string // vn, ko, en, th, cn or jp; anything else is the site's first
	Trace             string
	IP                netip.Addr
}

// Launch opens a game and returns the address of its window. The session's games before it are closed.
//
// G001, G006, G008: no product, wrong group, unknown product. B0099: the game is not offered now. S001, S004, B1001,
// B1002, U018, U020, U033, U034: the member would not be able to bet. G002, G003: the vendor refused to open the slot, or the
// other game. G9999: it did not answer, or it is not known whether the member's money arrived there. C007: money of the member is still on its way there or back.
func (s *Service) Launch(ctx context.Context, o Opening) (string, error) {
	p, err := s.product(ctx, o.Product, o.Group)
	if err != nil {
		return "", err
	}
	g, err := gamedb.New(s.db).Game(ctx, gamedb.GameParams{ProcID: p.ProcID, Code: o.Game})
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && !g.Active) {
		return "", fault.GameUnavailable
	}
	if err != nil {
		return "", fmt.Errorf("game: %s: %w", o.Game, err)
	}
	nick, err := s.mayBet(ctx, o.Member, p.VendorID, g.Code)
	if err != nil {
		return "", err
	}
	st, err := s.sites.Get(ctx, o.Site)
	if err != nil {
		return "", err
	}
	if !slices.Contains(st.Options.Languages, o.Lang) {
		o.Lang = st.Options.Languages[0]
	}

	now := s.clk.Now()
	l := gamedb.ReserveParams{
		Token: id.New(), SiteID: o.Site, MemberID: o.Member, SessionID: o.SID, VendorID: p.VendorID, GameCode: g.Code,
		Currency: st.Options.Currency, CreatedAt: now, ExpiresAt: now.Add(time.Duration(st.Options.GameTokenMinutes) * time.Minute),
	}
	if err := gamedb.New(s.db).Reserve(ctx, l); err != nil {
		return "", fmt.Errorf("game: launch: %w", err)
	}
	url, err := s.ask(ctx, l, nick, o)
	if err == nil {
		err = s.fund(ctx, l, o)
	}
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
	defer cancel()
	if err != nil {
		s.log.Warn().Err(err).Str("vendor", p.VendorID).Str("game", g.Code).Msg("game did not open")
		if err := gamedb.New(s.db).CloseOne(after, gamedb.CloseOneParams{Token: l.Token, Now: &now}); err != nil {
			return "", fmt.Errorf("game: launch: %w", err)
		}
		if errors.Is(err, fault.RequestPending) {
			return "", err
		}
		if errors.Is(err, vendors.ErrRefused) && p.GroupCode == "slot" {
			return "", fault.SlotApprovalFailed.Wrap(err)
		}
		if errors.Is(err, vendors.ErrRefused) {
			return "", fault.GameApprovalFailed.Wrap(err)
		}
		return "", fault.GameNotLoaded.Wrap(err)
	}
	if err := s.confirm(after, l, o.Trace); err != nil {
		return "", err
	}
	return url, nil
}

// mayBet turns the vendors' gate into what a member is told, and returns the nickname.
func (s *Service) mayBet(ctx context.Context, member, vendor, game string) (string, error) {
	gate, nick, err := vendors.MayBet(ctx, s.db, member, vendor, game, s.clk.Now())
	if err != nil {
		return "", err
	}
	switch gate {
	case vendors.Open:
		return nick, nil
	case vendors.GateInspect:
		return "", fault.SiteMaintenance
	case vendors.GatePaused:
		return "", fault.BettingMaintenance
	case vendors.GateLocked:
		return "", fault.BettingLocked
	case vendors.GateDenied:
		return "", fault.NoBetPermission
	case vendors.GateExcluded:
		return "", fault.SelfExcluded
	case vendors.GateSession, vendors.GateLimit:
		return "", fault.LimitReached
	case vendors.GateDormant:
		return "", fault.ContactAdmin
	case vendors.GateMember:
		return "", fault.Suspended
	case vendors.GateVendor, vendors.GateGame:
		return "", fault.GameUnavailable
	default:
		return "", fault.NoAccess
	}
}

// fund moves the member's cash to a vendor that keeps wallets of its own. Money of which it is not known yet whether it arrived
// opens no game: it comes back or shows as game money by itself (transfer).
func (s *Service) fund(ctx context.Context, l gamedb.ReserveParams, o Opening) error {
	own, err := s.keepsWallets(ctx, l.VendorID)
	if err != nil || !own {
		return err
	}
	moved, err := s.transfers.In(ctx, transfer.Wish{
		Site: l.SiteID, Member: l.MemberID, Currency: l.Currency, Vendor: l.VendorID, Trace: o.Trace,
	})
	if err == nil && moved.Amount > 0 && moved.Status != transfer.Done {
		err = fmt.Errorf("game: money to %s is %s: %s", l.VendorID, moved.Status, moved.Reason)
	}
	return err //nolint:wrapcheck // transfer names it
}

// keepsWallets tells whether a vendor's games are played with money that was moved to it.
func (s *Service) keepsWallets(ctx context.Context, vendor string) (bool, error) {
	family, err := vendors.Family(ctx, s.db, vendor)
	return family == vendors.FamilyTransfer, err //nolint:wrapcheck // vendors names it
}

func (s *Service) ask(ctx context.Context, l gamedb.ReserveParams, nick string, o Opening) (string, error) {
	c, ok := s.clients[l.VendorID]
	if !ok {
		return "", fmt.Errorf("game: vendor %s has no address", l.VendorID)
	}
	own, err := s.keepsWallets(ctx, l.VendorID)
	if err != nil {
		return "", err
	}
	return c.Launch(ctx, vendors.Launch{
		Game: l.GameCode, Token: l.Token, Member: l.MemberID, Nick: nick, Currency: l.Currency, Lang: o.Lang, Mobile: o.Mobile,
		LobbyURL: s.lobby, IP: o.IP, OwnWallet: own,
	})
}

// confirm makes the launch the session's only one and tells the projection until when it lives.
func (s *Service) confirm(ctx context.Context, l gamedb.ReserveParams, trace string) error {
	now := s.clk.Now()
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := gamedb.New(tx)
		if err := q.LockSession(ctx, l.SessionID); err != nil {
			return fmt.Errorf("lock: %w", err)
		}
		if err := q.CloseOthers(ctx, gamedb.CloseOthersParams{SessionID: l.SessionID, Token: l.Token, Now: &now}); err != nil {
			return fmt.Errorf("close: %w", err)
		}
		return tell(ctx, tx, l.SiteID, l.MemberID, l.SessionID, strconv.FormatInt(l.ExpiresAt.UnixMilli(), 10), trace)
	})
	if err != nil {
		return fmt.Errorf("game: launch: %w", err)
	}
	return nil
}

// Close ends the games of a session: the page saw its window closed, or is about to open another one.
func (s *Service) Close(ctx context.Context, site, member, sid, trace string) error {
	now := s.clk.Now()
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := gamedb.New(tx)
		if err := q.LockSession(ctx, sid); err != nil {
			return fmt.Errorf("lock: %w", err)
		}
		n, err := q.CloseSession(ctx, gamedb.CloseSessionParams{SessionID: sid, Now: &now})
		if err != nil || n == 0 {
			return err
		}
		return tell(ctx, tx, site, member, sid, "0", trace)
	})
	if err != nil {
		return fmt.Errorf("game: close: %w", err)
	}
	return nil
}

func tell(ctx context.Context, tx pgx.Tx, site, member, sid, until, trace string) error {
	ver, err := gamedb.New(tx).NextVersion(ctx)
	if err != nil {
		return fmt.Errorf("version: %w", err)
	}
	return outbox.Write(ctx, tx, event.Event{
		Site: site, Member: member, SID: sid, Cmd: event.Game, Data1: until, Ver: ver, Trace: trace,
	})
}
