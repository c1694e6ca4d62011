package partner

import (
	"strings"

	"hubstake/internal/core/texts"
)

// sendText is a notification; {amount} and {reason} are filled in.
type sendText struct{ title, content string }

// sendCause is why the other side of a send is told.
type sendCause struct {
	kind      SendKind
	gains, pt bool // its money grew; it is PT
}

// sendTexts are what the other side of a send reads, in the six languages (D-58).
var sendTexts = map[string]map[sendCause]sendText{
	"vn": {
		{kind: Payout}:                         {"Đối tác đã chi trả", "Đối tác của bạn đã nhận chi trả {amount} và số tiền này đã được trừ khỏi số dư của bạn. Nếu bạn chưa nhận được tiền, hãy liên hệ với chúng tôi."},
		{kind: Pay, gains: true}:               {"Bạn đã nhận tiền", "Đối tác của bạn đã chuyển {amount} vào số dư của bạn.\nLý do: {reason}"},
		{kind: Recall}:                         {"Tiền đã được thu hồi", "Đối tác của bạn đã thu hồi {amount} từ số dư của bạn.\nLý do: {reason}"},
		{kind: Reverse}:                        {"Khoản chuyển đã bị hủy", "Khoản chuyển {amount} đã bị hủy và số tiền đã được lấy lại từ số dư của bạn.\nLý do: {reason}"},
		{kind: Reverse, gains: true}:           {"Khoản thu hồi đã bị hủy", "Khoản thu hồi {amount} đã bị hủy và số tiền đã trở lại số dư của bạn.\nLý do: {reason}"},
		{kind: Pay, gains: true, pt: true}:     {"Bạn đã nhận PT", "Đối tác cấp trên đã chuyển {amount} vào PT của bạn.\nLý do: {reason}"},
		{kind: Recall, pt: true}:               {"PT đã được thu hồi", "Đối tác cấp trên đã thu hồi {amount} từ PT của bạn.\nLý do: {reason}"},
		{kind: Reverse, pt: true}:              {"Khoản chuyển PT đã bị hủy", "Khoản chuyển {amount} đã bị hủy và số tiền đã được lấy lại từ PT của bạn.\nLý do: {reason}"},
		{kind: Reverse, gains: true, pt: true}: {"Khoản thu hồi PT đã bị hủy", "Khoản thu hồi {amount} đã bị hủy và số tiền đã trở lại PT của bạn.\nLý do: {reason}"},
	},
	"ko": {
		{kind: Payout}:                         {"파트너 지급 완료", "파트너가 {amount} 지급을 수락하여 보유금에서 차감되었습니다. 받지 못하셨다면 고객센터로 문의해 주세요."},
		{kind: Pay, gains: true}:               {"보유금이 지급되었습니다", "파트너가 보유금으로 지급했습니다: {amount}\n사유: {reason}"},
		{kind: Recall}:                         {"보유금이 회수되었습니다", "파트너가 보유금에서 회수했습니다: {amount}\n사유: {reason}"},
		{kind: Reverse}:                        {"지급이 취소되었습니다", "{amount} 지급이 취소되어 보유금에서 차감되었습니다.\n사유: {reason}"},
		{kind: Reverse, gains: true}:           {"회수가 취소되었습니다", "{amount} 회수가 취소되어 보유금으로 반환되었습니다.\n사유: {reason}"},
		{kind: Pay, gains: true, pt: true}:     {"PT가 지급되었습니다", "상위 파트너가 PT로 지급했습니다: {amount}\n사유: {reason}"},
		{kind: Recall, pt: true}:               {"PT가 회수되었습니다", "상위 파트너가 PT에서 회수했습니다: {amount}\n사유: {reason}"},
		{kind: Reverse, pt: true}:              {"PT 지급이 취소되었습니다", "{amount} 지급이 취소되어 PT에서 차감되었습니다.\n사유: {reason}"},
		{kind: Reverse, gains: true, pt: true}: {"PT 회수가 취소되었습니다", "{amount} 회수가 취소되어 PT로 반환되었습니다.\n사유: {reason}"},
	},
	"en": {
		{kind: Payout}:                         {"Paid out by your partner", "Your partner has accepted to pay you {amount}, which was taken from your balance. If you do not receive it, please contact us."},
		{kind: Pay, gains: true}:               {"You received money", "Your partner added {amount} to your balance.\nReason: {reason}"},
		{kind: Recall}:                         {"Money was recalled", "Your partner took {amount} back from your balance.\nReason: {reason}"},
		{kind: Reverse}:                        {"A payment was reversed", "A payment of {amount} was reversed and the money was taken from your balance.\nReason: {reason}"},
		{kind: Reverse, gains: true}:           {"A recall was reversed", "A recall of {amount} was reversed and the money is back in your balance.\nReason: {reason}"},
		{kind: Pay, gains: true, pt: true}:     {"You received PT", "The partner above you added {amount} to your PT.\nReason: {reason}"},
		{kind: Recall, pt: true}:               {"PT was recalled", "The partner above you took {amount} back from your PT.\nReason: {reason}"},
		{kind: Reverse, pt: true}:              {"A payment of PT was reversed", "A payment of {amount} was reversed and taken from your PT.\nReason: {reason}"},
		{kind: Reverse, gains: true, pt: true}: {"A recall of PT was reversed", "A recall of {amount} was reversed and is back in your PT.\nReason: {reason}"},
	},
	"th": {
		{kind: Payout}:                         {"พาร์ตเนอร์จ่ายเงินแล้ว", "พาร์ตเนอร์ของคุณรับจ่าย {amount} และหักจากยอดเงินของคุณแล้ว หากคุณยังไม่ได้รับเงิน โปรดติดต่อเรา"},
		{kind: Pay, gains: true}:               {"คุณได้รับเงิน", "พาร์ตเนอร์ของคุณโอน {amount} เข้ายอดเงินของคุณ\nเหตุผล: {reason}"},
		{kind: Recall}:                         {"เงินถูกเรียกคืน", "พาร์ตเนอร์ของคุณเรียกคืน {amount} จากยอดเงินของคุณ\nเหตุผล: {reason}"},
		{kind: Reverse}:                        {"การจ่ายเงินถูกยกเลิก", "การจ่าย {amount} ถูกยกเลิก และเงินถูกหักจากยอดเงินของคุณ\nเหตุผล: {reason}"},
		{kind: Reverse, gains: true}:           {"การเรียกคืนถูกยกเลิก", "การเรียกคืน {amount} ถูกยกเลิก และเงินกลับเข้ายอดเงินของคุณแล้ว\nเหตุผล: {reason}"},
		{kind: Pay, gains: true, pt: true}:     {"คุณได้รับ PT", "พาร์ตเนอร์ระดับบนโอน {amount} เข้า PT ของคุณ\nเหตุผล: {reason}"},
		{kind: Recall, pt: true}:               {"PT ถูกเรียกคืน", "พาร์ตเนอร์ระดับบนเรียกคืน {amount} จาก PT ของคุณ\nเหตุผล: {reason}"},
		{kind: Reverse, pt: true}:              {"การจ่าย PT ถูกยกเลิก", "การจ่าย {amount} ถูกยกเลิก และถูกหักจาก PT ของคุณ\nเหตุผล: {reason}"},
		{kind: Reverse, gains: true, pt: true}: {"การเรียกคืน PT ถูกยกเลิก", "การเรียกคืน {amount} ถูกยกเลิก และกลับเข้า PT ของคุณแล้ว\nเหตุผล: {reason}"},
	},
	"cn": {
		{kind: Payout}:                         {"代理已付款", "您的代理已接受向您支付 {amount}，该款项已从您的余额中扣除。如未收到，请联系我们。"},
		{kind: Pay, gains: true}:               {"您已收到款项", "您的代理已向您的余额转入 {amount}。\n原因：{reason}"},
		{kind: Recall}:                         {"款项已被收回", "您的代理已从您的余额收回 {amount}。\n原因：{reason}"},
		{kind: Reverse}:                        {"付款已撤销", "{amount} 的付款已撤销，款项已从您的余额中扣除。\n原因：{reason}"},
		{kind: Reverse, gains: true}:           {"收回已撤销", "{amount} 的收回已撤销，款项已退回您的余额。\n原因：{reason}"},
		{kind: Pay, gains: true, pt: true}:     {"您已收到 PT", "上级代理已向您的 PT 转入 {amount}。\n原因：{reason}"},
		{kind: Recall, pt: true}:               {"PT 已被收回", "上级代理已从您的 PT 收回 {amount}。\n原因：{reason}"},
		{kind: Reverse, pt: true}:              {"PT 付款已撤销", "{amount} 的付款已撤销，并已从您的 PT 中扣除。\n原因：{reason}"},
		{kind: Reverse, gains: true, pt: true}: {"PT 收回已撤销", "{amount} 的收回已撤销，并已退回您的 PT。\n原因：{reason}"},
	},
	"jp": {
		{kind: Payout}:                         {"パートナーが支払います", "パートナーが {amount} の支払いを引き受け、残高から差し引かれました。受け取っていない場合はお問い合わせください。"},
		{kind: Pay, gains: true}:               {"入金がありました", "パートナーが {amount} を残高に支払いました。\n理由：{reason}"},
		{kind: Recall}:                         {"残高から回収されました", "パートナーが残高から {amount} を回収しました。\n理由：{reason}"},
		{kind: Reverse}:                        {"支払いが取り消されました", "{amount} の支払いが取り消され、残高から差し引かれました。\n理由：{reason}"},
		{kind: Reverse, gains: true}:           {"回収が取り消されました", "{amount} の回収が取り消され、残高に戻されました。\n理由：{reason}"},
		{kind: Pay, gains: true, pt: true}:     {"PTの支払いがありました", "上位パートナーが {amount} をPTに支払いました。\n理由：{reason}"},
		{kind: Recall, pt: true}:               {"PTが回収されました", "上位パートナーがPTから {amount} を回収しました。\n理由：{reason}"},
		{kind: Reverse, pt: true}:              {"PTの支払いが取り消されました", "{amount} の支払いが取り消され、PTから差し引かれました。\n理由：{reason}"},
		{kind: Reverse, gains: true, pt: true}: {"PTの回収が取り消されました", "{amount} の回収が取り消され、PTに戻されました。\n理由：{reason}"},
	},
}

// sendFallback is the language of accounts whose own is not known (D-58).
const sendFallback = "vn"

// sendNotification returns the message that tells the other side of a send.
func sendNotification(lang string, s Send, currency string) (title, content string) {
	if sendTexts[lang] == nil {
		lang = sendFallback
	}
	t := sendTexts[lang][sendCause{kind: s.Kind, gains: s.Gains, pt: s.ToPartner}]
	amount := texts.Reader{Language: lang, Currency: currency}.Money(s.Amount)
	return t.title, strings.NewReplacer("{amount}", amount, "{reason}", s.Reason).Replace(t.content)
}
