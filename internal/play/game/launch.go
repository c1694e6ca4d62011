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

	"hubstake/internal/account/member"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game/gamedb"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
)

// afterwards bounds what must be written down although the member has gone meanwhile.
const afterwards = 3 * time.Second

// Opening is a member's wish to play a game.
type Opening struct {
	Site, Member, SID string
	Group             string // slot, casino …: the page that asks
	Product           string
	Game              string
	Take              money.Amount // cash to take along to a vendor that keeps wallets of its own, minor units; 0 for none
	Mobile            bool
	Lang              string // vn, ko, en, th, cn or jp; anything else is the site's first
	Trace             string
	IP                netip.Addr
}

// ProductOf returns the product of a game of a group. G008: the group has no such game.
func (s *Service) ProductOf(ctx context.Context, group, code string) (product string, err error) {
	err = s.db.QueryRow(ctx, `SELECT p.proc_id FROM game_game g JOIN game_product p ON p.proc_id = g.proc_id WHERE g.code = $1 AND p.group_code = $2`, code, group).Scan(&product)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fault.UnknownVendor
	} else if err != nil {
		return "", fmt.Errorf("game: %s: %w", code, err)
	}
	return product, nil
}

// Launch opens a game and returns the address of its window; that of the house's own games is a path of the site. The session's games before it are closed, but for
// the house's own, which are no games of a session.
//
// G001, G006, G008: no product, wrong group, unknown product. B0099: the game is not offered now. S001, S004, B1001,
// B1002, U018, U020, U033, U034: the member would not be able to bet. E001: an amount below 0, or one for a game that plays from
// the member's own balance. C001: the member has less than that. G002, G003: the vendor refused to open the slot, or the
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
	nick, err := s.mayBet(ctx, s.db, o.Member, p.VendorID, g.Code)
	if err != nil {
		return "", err
	}
	if casino.Own(p.VendorID) { // its pages are the site's own
		switch {
		case o.Take != 0:
			return "", fault.Failed
		case p.VendorID == casino.Draws:
			return "/minigameViewer/" + g.Code, nil
		default:
			return "/sportsViewer/" + p.ProcID + "/" + g.Code, nil
		}
	}
	own, err := s.keepsWallets(ctx, p.VendorID)
	if err != nil {
		return "", err
	}
	if o.Take < 0 || (o.Take > 0 && !own) {
		return "", fault.Failed
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
	url, err := s.ask(ctx, l, nick, o, own)
	if err == nil && own {
		err = s.fund(ctx, l, o)
	}
	if err == nil {
		err = s.confirm(ctx, l, o.Trace)
	}
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
	defer cancel()
	if err != nil {
		s.log.Warn().Err(err).Str("vendor", p.VendorID).Str("game", g.Code).Msg("game did not open")
		if err := gamedb.New(s.db).CloseOne(after, gamedb.CloseOneParams{Token: l.Token, Now: &now}); err != nil {
			return "", fmt.Errorf("game: launch: %w", err)
		}
		if f, refused := fault.Of(err); refused {
			s.Recall(ctx, o.Member) // what went along before the member was refused
			return "", f
		}
		if errors.Is(err, provider.ErrRefused) && p.GroupCode == "slot" {
			return "", fault.SlotApprovalFailed.Wrap(err)
		}
		if errors.Is(err, provider.ErrRefused) {
			return "", fault.GameApprovalFailed.Wrap(err)
		}
		return "", fault.GameNotLoaded.Wrap(err)
	}
	s.Recall(ctx, o.Member) // from the session's game before, if it had a wallet of its own
	return url, nil
}

// mayBet turns the vendors' gate into what a member is told, and returns the nickname.
func (s *Service) mayBet(ctx context.Context, db gamedb.DBTX, memID, vendor, game string) (string, error) {
	gate, nick, err := betgate.May(ctx, db, memID, vendor, game, s.clk.Now())
	if err != nil {
		return "", err
	}
	return nick, gate.Fault()
}

// fund takes what the member asked for along to a vendor that keeps wallets of its own. Money that is not known to have arrived
// opens no game: it comes back by itself (transfer.Recall).
func (s *Service) fund(ctx context.Context, l gamedb.ReserveParams, o Opening) error {
	w := transfer.Wish{Site: l.SiteID, Member: l.MemberID, Currency: l.Currency, Vendor: l.VendorID, Until: l.ExpiresAt, Trace: o.Trace}
	if o.Take == 0 {
		return s.transfers.Playing(ctx, w)
	}
	moved, err := s.transfers.In(ctx, w, o.Take)
	if err == nil && moved.Status != transfer.Done {
		err = fmt.Errorf("game: money to %s is %s: %s", l.VendorID, moved.Status, moved.Reason)
	}
	return err
}

// keepsWallets reports whether a vendor's games are played with money that was moved to it.
func (s *Service) keepsWallets(ctx context.Context, vendor string) (bool, error) {
	family, err := provider.Family(ctx, s.db, vendor)
	return family == provider.FamilyTransfer, err
}

func (s *Service) ask(ctx context.Context, l gamedb.ReserveParams, nick string, o Opening, own bool) (string, error) {
	c, ok := s.clients[l.VendorID]
	if !ok {
		return "", fmt.Errorf("game: vendor %s has no address", l.VendorID)
	}
	return c.Launch(ctx, provider.Launch{
		Game: l.GameCode, Token: l.Token, Member: l.MemberID, Nick: nick, Currency: l.Currency, Lang: o.Lang, Mobile: o.Mobile,
		LobbyURL: s.lobby, IP: o.IP, OwnWallet: own,
	})
}

// confirm makes the launch the session's only one and tells the projection until when it lives. A member who may not bet any more, as
// one whose break began while the vendor opened the game, is refused.
func (s *Service) confirm(ctx context.Context, l gamedb.ReserveParams, trace string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
	defer cancel()
	now := s.clk.Now()
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := gamedb.New(tx)
		if err := q.LockSession(ctx, l.SessionID); err != nil {
			return fmt.Errorf("lock: %w", err)
		}
		if err := member.Hold(ctx, tx, l.MemberID); err != nil {
			return err
		}
		if _, err := s.mayBet(ctx, tx, l.MemberID, l.VendorID, l.GameCode); err != nil {
			return err
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

// Close ends the games of a session: the page saw its window closed, or is about to open another one. Money that such a game
// had taken along is brought back; what a vendor does not give back now is left to the job that calls Recall.
func (s *Service) Close(ctx context.Context, site, memID, sid, trace string) error {
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
		return tell(ctx, tx, site, memID, sid, "0", trace)
	})
	if err != nil {
		return fmt.Errorf("game: close: %w", err)
	}
	s.Recall(ctx, memID)
	return nil
}

// overTold is how long Over reports a game that ran out: long enough for a page whose timers the browser slows down.
const overTold = 90 * time.Second

// Over reports whether the game token of a session ran out within the last 90 seconds and the page has not closed the game since:
// the TK999 of pages without a websocket. Every page of the session is told, because the server does not know which of them holds
// the game; that page closes it.
func (s *Service) Over(ctx context.Context, sid string) (bool, error) {
	now := s.clk.Now()
	over, err := gamedb.New(s.db).Over(ctx, gamedb.OverParams{SessionID: sid, Now: now, Since: now.Add(-overTold)})
	if err != nil {
		return false, fmt.Errorf("game: over: %w", err)
	}
	return over, nil
}

// Recall brings a member's money back from games that are over, as when a break began. A failure is the job's to make good: the game's end stands.
func (s *Service) Recall(ctx context.Context, memID string) {
	if s.transfers == nil {
		return
	}
	if err := s.transfers.Recall(context.WithoutCancel(ctx), memID); err != nil {
		s.log.Warn().Err(err).Msg("money of a closed game stays to be brought back")
	}
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
