package cash

import (
	"strings"

	"hubstake/internal/core/money"
	"hubstake/internal/core/texts"
)

// text of a notification; {amount} and {memo} are filled in.
type text struct{ title, content string }

// cause of a notification.
type cause struct {
	kind   Kind
	status Status
}

// notifications are what a member reads when staff has decided, in the six languages (D-58).
var notifications = map[string]map[cause]text{
	"vn": {
		{In, Done}:         {"Nạp tiền thành công", "Khoản nạp {amount} đã được cộng vào số dư của bạn."},
		{In, Refused}:      {"Yêu cầu nạp tiền bị từ chối", "Yêu cầu nạp {amount} của bạn đã bị từ chối.\nLý do: {memo}"},
		{Out, Done}:        {"Rút tiền thành công", "Khoản rút {amount} đã được chuyển vào tài khoản bạn đã đăng ký."},
		{Out, Refused}:     {"Yêu cầu rút tiền bị từ chối", "Yêu cầu rút {amount} của bạn đã bị từ chối và số tiền đã được hoàn lại vào số dư.\nLý do: {memo}"},
		{Through, Refused}: {"Yêu cầu chi trả qua đối tác bị từ chối", "Yêu cầu nhận {amount} qua đối tác đã bị từ chối và số tiền đã được hoàn lại vào số dư.\nLý do: {memo}"},
		{PT, Done}:         {"Đã chi trả PT", "Khoản rút PT {amount} đã được chuyển vào tài khoản bạn đã đăng ký."},
		{PT, Refused}:      {"Yêu cầu rút PT bị từ chối", "Yêu cầu rút PT {amount} của bạn đã bị từ chối và số tiền đã được hoàn lại vào PT.\nLý do: {memo}"},
	},
	"ko": {
		{In, Done}:         {"입금 완료", "{amount} 입금이 보유금에 반영되었습니다."},
		{In, Refused}:      {"입금 신청 거절", "{amount} 입금 신청이 거절되었습니다.\n사유: {memo}"},
		{Out, Done}:        {"출금 완료", "{amount} 출금이 등록하신 계좌로 지급되었습니다."},
		{Out, Refused}:     {"출금 신청 거절", "{amount} 출금 신청이 거절되어 금액이 보유금으로 반환되었습니다.\n사유: {memo}"},
		{Through, Refused}: {"파트너 지급 신청 거절", "{amount} 파트너 지급 신청이 거절되어 금액이 보유금으로 반환되었습니다.\n사유: {memo}"},
		{PT, Done}:         {"PT 출금 완료", "{amount} PT 출금이 등록하신 계좌로 지급되었습니다."},
		{PT, Refused}:      {"PT 출금 신청 거절", "{amount} PT 출금 신청이 거절되어 금액이 PT로 반환되었습니다.\n사유: {memo}"},
	},
	"en": {
		{In, Done}:         {"Deposit completed", "Your deposit of {amount} has been added to your balance."},
		{In, Refused}:      {"Deposit declined", "Your deposit request of {amount} was declined.\nReason: {memo}"},
		{Out, Done}:        {"Withdrawal paid", "Your withdrawal of {amount} has been paid to your registered account."},
		{Out, Refused}:     {"Withdrawal declined", "Your withdrawal request of {amount} was declined and the money is back in your balance.\nReason: {memo}"},
		{Through, Refused}: {"Pay-out declined", "Your partner pay-out of {amount} was declined and the money is back in your balance.\nReason: {memo}"},
		{PT, Done}:         {"PT withdrawal paid", "Your withdrawal of {amount} from your PT has been paid to your registered account."},
		{PT, Refused}:      {"PT withdrawal declined", "Your request to withdraw {amount} from your PT was declined and the amount is back in your PT.\nReason: {memo}"},
	},
	"th": {
		{In, Done}:         {"ฝากเงินสำเร็จ", "ยอดฝาก {amount} ถูกเพิ่มเข้ายอดเงินของคุณแล้ว"},
		{In, Refused}:      {"คำขอฝากเงินถูกปฏิเสธ", "คำขอฝากเงิน {amount} ของคุณถูกปฏิเสธ\nเหตุผล: {memo}"},
		{Out, Done}:        {"ถอนเงินสำเร็จ", "ยอดถอน {amount} ถูกโอนเข้าบัญชีที่คุณลงทะเบียนไว้แล้ว"},
		{Out, Refused}:     {"คำขอถอนเงินถูกปฏิเสธ", "คำขอถอนเงิน {amount} ของคุณถูกปฏิเสธ และเงินถูกคืนเข้ายอดเงินของคุณแล้ว\nเหตุผล: {memo}"},
		{Through, Refused}: {"คำขอรับเงินผ่านพาร์ตเนอร์ถูกปฏิเสธ", "คำขอรับเงิน {amount} ผ่านพาร์ตเนอร์ถูกปฏิเสธ และเงินถูกคืนเข้ายอดเงินของคุณแล้ว\nเหตุผล: {memo}"},
		{PT, Done}:         {"จ่ายเงินถอน PT แล้ว", "ยอดถอน PT {amount} ถูกโอนเข้าบัญชีที่คุณลงทะเบียนไว้แล้ว"},
		{PT, Refused}:      {"คำขอถอน PT ถูกปฏิเสธ", "คำขอถอน PT {amount} ของคุณถูกปฏิเสธ และยอดถูกคืนเข้า PT ของคุณแล้ว\nเหตุผล: {memo}"},
	},
	"cn": {
		{In, Done}:         {"存款成功", "您的存款 {amount} 已计入余额。"},
		{In, Refused}:      {"存款申请被拒绝", "您的存款申请 {amount} 已被拒绝。\n原因：{memo}"},
		{Out, Done}:        {"取款成功", "您的取款 {amount} 已汇入您登记的账户。"},
		{Out, Refused}:     {"取款申请被拒绝", "您的取款申请 {amount} 已被拒绝，款项已退回余额。\n原因：{memo}"},
		{Through, Refused}: {"代理付款申请被拒绝", "您通过代理收款 {amount} 的申请已被拒绝，款项已退回余额。\n原因：{memo}"},
		{PT, Done}:         {"PT 取款已支付", "您的 PT 取款 {amount} 已汇入您登记的账户。"},
		{PT, Refused}:      {"PT 取款申请被拒绝", "您的 PT 取款申请 {amount} 已被拒绝，款项已退回 PT。\n原因：{memo}"},
	},
	"jp": {
		{In, Done}:         {"入金が完了しました", "{amount} の入金が残高に反映されました。"},
		{In, Refused}:      {"入金申請が却下されました", "{amount} の入金申請は却下されました。\n理由：{memo}"},
		{Out, Done}:        {"出金が完了しました", "{amount} の出金を登録口座へお支払いしました。"},
		{Out, Refused}:     {"出金申請が却下されました", "{amount} の出金申請は却下され、金額は残高に戻されました。\n理由：{memo}"},
		{Through, Refused}: {"パートナー払いが却下されました", "パートナー払い {amount} の申請は却下され、金額は残高に戻されました。\n理由：{memo}"},
		{PT, Done}:         {"PT出金を支払いました", "PTからの出金 {amount} を登録口座へお支払いしました。"},
		{PT, Refused}:      {"PT出金申請が却下されました", "PTからの出金申請 {amount} は却下され、金額はPTに戻されました。\n理由：{memo}"},
	},
}

// fallback is the language of members whose own is not known (D-58).
const fallback = "vn"

// notification returns the message that tells a member about a closed request.
func notification(lang string, k Kind, s Status, amount money.Amount, currency, memo string) (title, content string) {
	if notifications[lang] == nil {
		lang = fallback
	}
	t := notifications[lang][cause{k, s}]
	return t.title, strings.NewReplacer("{amount}", texts.Reader{Language: lang, Currency: currency}.Money(amount), "{memo}", memo).Replace(t.content)
}
