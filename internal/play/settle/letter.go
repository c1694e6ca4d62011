package settle

import (
	"strings"

	"hubstake/internal/core/money"
	"hubstake/internal/play/bet"
)

// told is a correction of which its member is told.
type told struct {
	bet, site, member, lang, currency, reason string
	n                                         int
	was, is                                   bet.State
	wasPaid, paid                             money.Amount
}

// words of the letter about a corrected bet.
type words struct {
	title, content                 string
	won, lost, drawn, cashed, void string
}

// letters are in the six languages (D-58).
var letters = map[string]words{
	"vn": {
		"Một cược của bạn đã được quyết toán lại",
		"Cược {bet}: {was} → {is}. Đã trả trước đây: {wasPaid}. Bây giờ: {paid}. Lý do: {reason}. Chi tiết nằm trong lịch sử cược.",
		"thắng", "thua", "hòa", "đã chốt sớm", "hủy (hoàn tiền cược)",
	},
	"ko": {
		"베팅이 다시 정산되었습니다",
		"베팅 {bet}: {was} → {is}. 이전 지급액: {wasPaid}. 현재 지급액: {paid}. 사유: {reason}. 자세한 내용은 베팅 내역에서 확인하실 수 있습니다.",
		"당첨", "미당첨", "적특", "캐시아웃", "무효(베팅금 반환)",
	},
	"en": {
		"A bet of yours was settled again",
		"Bet {bet}: {was} → {is}. Paid before: {wasPaid}. Paid now: {paid}. Reason: {reason}. Your bet history has the details.",
		"won", "lost", "drawn", "cashed out", "void (stake returned)",
	},
	"th": {
		"เดิมพันของคุณได้รับการคิดผลใหม่",
		"เดิมพัน {bet}: {was} → {is} จ่ายก่อนหน้านี้: {wasPaid} จ่ายตอนนี้: {paid} เหตุผล: {reason} ดูรายละเอียดได้ในประวัติการเดิมพัน",
		"ชนะ", "แพ้", "เสมอ", "แคชเอาต์", "โมฆะ (คืนเงินเดิมพัน)",
	},
	"cn": {
		"您的一笔投注已重新结算",
		"投注 {bet}：{was} → {is}。此前派彩：{wasPaid}。现在派彩：{paid}。原因：{reason}。详情请查看投注记录。",
		"赢", "输", "走水", "提前结算", "无效（退还本金）",
	},
	"jp": {
		"ベットが再精算されました",
		"ベット {bet}：{was} → {is}。以前の払戻：{wasPaid}。現在の払戻：{paid}。理由：{reason}。詳細はベット履歴でご確認いただけます。",
		"的中", "不的中", "引き分け", "キャッシュアウト", "無効（ベット額返却）",
	},
}

func (w words) state(s bet.State) string {
	switch s {
	case bet.Won:
		return w.won
	case bet.Lost:
		return w.lost
	case bet.Drawn:
		return w.drawn
	case bet.CashedOut:
		return w.cashed
	default:
		return w.void
	}
}

// letter returns title and content in the member's language.
func (c told) letter() (title, content string) {
	w, ok := letters[c.lang]
	if !ok {
		w = letters["vn"] // D-58
	}
	amount := func(a money.Amount) string {
		if currency, ok := money.ByCode(c.currency); ok {
			return currency.Format(a) + " " + c.currency
		}
		return c.currency
	}
	return w.title, strings.NewReplacer(
		"{bet}", c.bet, "{was}", w.state(c.was), "{is}", w.state(c.is), "{wasPaid}", amount(c.wasPaid), "{paid}", amount(c.paid), "{reason}", c.reason,
	).Replace(w.content)
}
