package promo

import (
	"context"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/operator/message"
)

// notification names the message that a member gets.
type notification uint8

const (
	letterCoupon notification = iota
	letterGift
)

// notifications are title and content in the six languages (D-58).
var notifications = map[string][2][2]string{
	"vn": {
		{"Bạn nhận được phiếu thưởng", "Một phiếu thưởng đã được gửi cho bạn. Bạn có thể xem và dùng phiếu trong trang của mình."},
		{"Bạn nhận được điểm tặng", "Có điểm được gửi tặng bạn. Hãy nhận điểm trong trang quà tặng trước khi hết hạn."},
	},
	"ko": {
		{"쿠폰이 도착했습니다", "새 쿠폰이 지급되었습니다. 마이페이지에서 확인하고 사용하실 수 있습니다."},
		{"포인트 선물이 도착했습니다", "포인트 선물이 도착했습니다. 기한 안에 선물 페이지에서 받아 주세요."},
	},
	"en": {
		{"You received a coupon", "A coupon was sent to you. You can see and use it on your page."},
		{"You received points", "Points were sent to you. Claim them on the gift page before they expire."},
	},
	"th": {
		{"คุณได้รับคูปอง", "มีคูปองส่งถึงคุณ คุณสามารถดูและใช้ได้ในหน้าของคุณ"},
		{"คุณได้รับแต้ม", "มีแต้มส่งถึงคุณ โปรดรับในหน้าของขวัญก่อนหมดอายุ"},
	},
	"cn": {
		{"您收到一张优惠券", "一张优惠券已发送给您，您可以在个人页面查看并使用。"},
		{"您收到积分礼物", "有积分赠送给您，请在到期前到礼物页面领取。"},
	},
	"jp": {
		{"クーポンが届きました", "クーポンが届きました。マイページで確認してご利用いただけます。"},
		{"ポイントのギフトが届きました", "ポイントのギフトが届きました。期限までにギフトページでお受け取りください。"},
	},
}

// write tells a member in tx that something came, in the member's language.
func (s *Service) write(ctx context.Context, tx pgx.Tx, p member.Profile, l notification, trace string) error {
	t, ok := notifications[p.Lang]
	if !ok {
		t = notifications["vn"] // D-58
	}
	return s.messages.Send(ctx, tx, message.Notification{Site: p.Site, Member: p.MemID, Title: t[l][0], Content: t[l][1], Trace: trace})
}
