package casino

import (
	"strings"

	"hubstake/internal/core/money"
	"hubstake/internal/operator/message"
)

// words of the messages about a held win: a title and a content for each state.
type words map[string][2]string

// letters are in the six languages (D-58).
var letters = map[string]words{
	"vn": {
		held:    {"Tiền thắng của bạn đang được kiểm tra", "Ván {round}: tiền thắng {amount} đã được nhà cung cấp báo và đang được kiểm tra. Bạn sẽ nhận được tin nhắn khi có kết quả."},
		paid:    {"Tiền thắng của bạn đã được trả", "Ván {round}: tiền thắng {amount} đã được kiểm tra và cộng vào số dư của bạn."},
		refused: {"Tiền thắng của bạn không được trả", "Ván {round}: tiền thắng {amount} đã được kiểm tra và không được trả. Lý do: {reason}. Hãy liên hệ chúng tôi nếu bạn có thắc mắc."},
	},
	"ko": {
		held:    {"당첨금을 확인하고 있습니다", "라운드 {round}: 당첨금 {amount}: 연동사에서 접수되어 확인 중입니다. 결과가 나오면 쪽지로 알려 드립니다."},
		paid:    {"당첨금이 지급되었습니다", "라운드 {round}: 당첨금 {amount}의 확인이 끝나 보유 금액에 지급되었습니다."},
		refused: {"당첨금이 지급되지 않았습니다", "라운드 {round}: 당첨금 {amount}: 확인한 결과 지급되지 않았습니다. 사유: {reason}. 문의 사항은 고객센터로 연락해 주세요."},
	},
	"en": {
		held:    {"Your win is being checked", "Round {round}: the provider reported a win of {amount}. We are checking it and will send you a message with the result."},
		paid:    {"Your win has been paid", "Round {round}: your win of {amount} has been checked and added to your balance."},
		refused: {"Your win has not been paid", "Round {round}: your win of {amount} has been checked and is not paid. Reason: {reason}. Please contact us if you have questions."},
	},
	"th": {
		held:    {"กำลังตรวจสอบเงินรางวัลของคุณ", "รอบ {round}: ค่ายเกมแจ้งเงินรางวัล {amount} และกำลังตรวจสอบ เราจะส่งข้อความแจ้งผลให้คุณ"},
		paid:    {"จ่ายเงินรางวัลของคุณแล้ว", "รอบ {round}: ตรวจสอบเงินรางวัล {amount} แล้ว และเพิ่มเข้ายอดเงินของคุณแล้ว"},
		refused: {"เงินรางวัลของคุณไม่ได้รับการจ่าย", "รอบ {round}: ตรวจสอบเงินรางวัล {amount} แล้วและไม่จ่าย เหตุผล: {reason} หากมีข้อสงสัยโปรดติดต่อเรา"},
	},
	"cn": {
		held:    {"您的奖金正在核查", "局号 {round}：游戏商上报奖金 {amount}，正在核查。结果将以站内信通知您。"},
		paid:    {"您的奖金已派发", "局号 {round}：奖金 {amount} 已核查，并已计入您的余额。"},
		refused: {"您的奖金未派发", "局号 {round}：奖金 {amount} 经核查不予派发。原因：{reason}。如有疑问请联系我们。"},
	},
	"jp": {
		held:    {"当選金を確認しています", "ラウンド {round}：提供会社から当選金 {amount} の報告があり、確認しています。結果はメッセージでお知らせします。"},
		paid:    {"当選金をお支払いしました", "ラウンド {round}：当選金 {amount} の確認が終わり、残高に加算しました。"},
		refused: {"当選金は支払われませんでした", "ラウンド {round}：当選金 {amount} を確認した結果、お支払いできません。理由：{reason}。ご不明な点はお問い合わせください。"},
	},
}

// notification is the message about a held win in the language of its member.
func notification(siteID, member, lang, state, round, currency string, amount money.Amount, reason string) message.Notification {
	w, ok := letters[lang]
	if !ok {
		w = letters["vn"] // D-58
	}
	said := currency
	if c, ok := money.ByCode(currency); ok {
		said = c.Format(amount) + " " + currency
	}
	content := strings.NewReplacer("{round}", round, "{amount}", said, "{reason}", reason).Replace(w[state][1])
	return message.Notification{Site: siteID, Member: member, Title: w[state][0], Content: content}
}
