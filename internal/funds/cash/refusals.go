package cash

import "strings"

// Refusal is a usual reason of a refusal, by its name on the wire.
type Refusal string

// The usual reasons. The first ones are for deposits, the others for withdrawals.
const (
	NotArrived    Refusal = "notArrived"    // the transfer has not come in
	SenderDiffers Refusal = "senderDiffers" // another person than the member paid (S-25)
	AmountDiffers Refusal = "amountDiffers"
	OldAccount    Refusal = "oldAccount" // paid to an account that is not in use

	HolderDiffers  Refusal = "holderDiffers"  // the account is not the member's (S-25)
	AccountRefused Refusal = "accountRefused" // the bank sent the transfer back
	IdentityNeeded Refusal = "identityNeeded"
	BankClosed     Refusal = "bankClosed"
)

// refusalsOf lists the usual reasons in the order in which staff sees them.
var refusalsOf = map[Kind][]Refusal{
	In:      {NotArrived, SenderDiffers, AmountDiffers, OldAccount},
	Through: {IdentityNeeded},
	Out:     {HolderDiffers, AccountRefused, IdentityNeeded, BankClosed},
	PT:      {HolderDiffers, AccountRefused, IdentityNeeded, BankClosed},
}

// refusals are the reasons as members read them, in the six languages (D-58).
var refusals = map[string]map[Refusal]string{
	"vn": {
		NotArrived:     "Chúng tôi chưa nhận được khoản chuyển của bạn. Vui lòng kiểm tra với ngân hàng rồi gửi lại yêu cầu.",
		SenderDiffers:  "Khoản chuyển đến từ tài khoản đứng tên người khác. Vui lòng chuyển từ tài khoản của chính bạn.",
		AmountDiffers:  "Số tiền chuyển khác với số tiền trong yêu cầu. Vui lòng gửi yêu cầu mới với số tiền đã chuyển.",
		OldAccount:     "Khoản chuyển đã vào tài khoản không còn sử dụng. Vui lòng liên hệ với chúng tôi và kiểm tra tài khoản trước khi chuyển.",
		HolderDiffers:  "Chủ tài khoản khác với tên bạn đã đăng ký. Chúng tôi chỉ chuyển đến tài khoản của chính bạn. Vui lòng liên hệ với chúng tôi.",
		AccountRefused: "Ngân hàng đã trả lại khoản chuyển đến tài khoản của bạn. Vui lòng liên hệ với chúng tôi để kiểm tra số tài khoản.",
		IdentityNeeded: "Trước khi chi trả, chúng tôi cần xác nhận danh tính của bạn. Vui lòng liên hệ với chúng tôi.",
		BankClosed:     "Ngân hàng của bạn hiện không nhận chuyển khoản. Vui lòng gửi lại yêu cầu sau.",
	},
	"ko": {
		NotArrived:     "입금이 확인되지 않았습니다. 은행에서 이체 내역을 확인하신 후 다시 신청해 주세요.",
		SenderDiffers:  "다른 사람 명의로 입금되었습니다. 본인 명의의 계좌에서 이체해 주세요.",
		AmountDiffers:  "이체하신 금액이 신청 금액과 다릅니다. 이체하신 금액으로 다시 신청해 주세요.",
		OldAccount:     "사용하지 않는 계좌로 입금되었습니다. 고객센터로 문의해 주시고, 이체 전에 계좌를 확인해 주세요.",
		HolderDiffers:  "예금주가 회원님의 이름과 다릅니다. 본인 명의의 계좌로만 지급합니다. 고객센터로 문의해 주세요.",
		AccountRefused: "은행에서 송금이 반환되었습니다. 계좌번호 확인을 위해 고객센터로 문의해 주세요.",
		IdentityNeeded: "지급 전에 본인 확인이 필요합니다. 고객센터로 문의해 주세요.",
		BankClosed:     "현재 회원님의 은행으로 송금할 수 없습니다. 나중에 다시 신청해 주세요.",
	},
	"en": {
		NotArrived:     "Your transfer has not arrived. Please check it with your bank and then ask again.",
		SenderDiffers:  "The transfer came from an account in another name. Please pay from an account of your own.",
		AmountDiffers:  "The amount of your transfer differs from your request. Please send a new request with the amount that you paid.",
		OldAccount:     "The transfer went to an account that is no longer used. Please contact us, and check the account before you pay.",
		HolderDiffers:  "The account holder differs from your name. We pay to your own account only. Please contact us.",
		AccountRefused: "Your bank returned our transfer. Please contact us so that we can check the account number.",
		IdentityNeeded: "We must confirm your identity before we pay. Please contact us.",
		BankClosed:     "Your bank does not accept transfers at the moment. Please ask again later.",
	},
	"th": {
		NotArrived:     "เรายังไม่ได้รับเงินโอนของคุณ โปรดตรวจสอบกับธนาคารแล้วส่งคำขออีกครั้ง",
		SenderDiffers:  "เงินโอนมาจากบัญชีชื่อบุคคลอื่น โปรดโอนจากบัญชีของคุณเอง",
		AmountDiffers:  "จำนวนเงินที่โอนไม่ตรงกับคำขอ โปรดส่งคำขอใหม่ตามจำนวนที่โอนจริง",
		OldAccount:     "เงินโอนเข้าบัญชีที่ไม่ได้ใช้แล้ว โปรดติดต่อเรา และตรวจสอบบัญชีก่อนโอนทุกครั้ง",
		HolderDiffers:  "ชื่อเจ้าของบัญชีไม่ตรงกับชื่อของคุณ เราโอนเข้าบัญชีของคุณเองเท่านั้น โปรดติดต่อเรา",
		AccountRefused: "ธนาคารของคุณส่งเงินโอนคืน โปรดติดต่อเราเพื่อตรวจสอบเลขที่บัญชี",
		IdentityNeeded: "เราต้องยืนยันตัวตนของคุณก่อนจ่ายเงิน โปรดติดต่อเรา",
		BankClosed:     "ขณะนี้ธนาคารของคุณไม่รับเงินโอน โปรดส่งคำขออีกครั้งภายหลัง",
	},
	"cn": {
		NotArrived:     "我们尚未收到您的转账。请向银行确认后重新申请。",
		SenderDiffers:  "转账来自他人名下的账户。请使用您本人的账户转账。",
		AmountDiffers:  "转账金额与申请金额不符。请按实际转账金额重新申请。",
		OldAccount:     "转账进入了已停用的账户。请联系我们，并在转账前核对账户。",
		HolderDiffers:  "账户持有人与您的姓名不符。我们只向您本人的账户付款。请联系我们。",
		AccountRefused: "您的银行退回了我们的转账。请联系我们核对账号。",
		IdentityNeeded: "付款前我们需要确认您的身份。请联系我们。",
		BankClosed:     "您的银行目前无法接收转账。请稍后重新申请。",
	},
	"jp": {
		NotArrived:     "お振込みが確認できません。銀行でご確認のうえ、もう一度お申し込みください。",
		SenderDiffers:  "別の名義の口座から振り込まれました。ご本人名義の口座からお振り込みください。",
		AmountDiffers:  "お振込みの金額が申請と異なります。振り込んだ金額でもう一度お申し込みください。",
		OldAccount:     "現在使用していない口座に振り込まれました。お問い合わせのうえ、振込前に口座をご確認ください。",
		HolderDiffers:  "口座名義がお客様の氏名と異なります。お支払いはご本人名義の口座に限ります。お問い合わせください。",
		AccountRefused: "銀行から送金が返却されました。口座番号の確認のため、お問い合わせください。",
		IdentityNeeded: "お支払いの前に本人確認が必要です。お問い合わせください。",
		BankClosed:     "現在、お客様の銀行は振込を受け付けていません。後でもう一度お申し込みください。",
	},
}

// refusalText returns the words of a usual reason in a language, or in the product's when that one is not known.
func refusalText(lang string, r Refusal) string {
	if refusals[lang] == nil {
		lang = fallback
	}
	return refusals[lang][r]
}

// UsualReason is a usual reason in the language of the person of staff and in that of the member who would read it.
type UsualReason struct {
	Name         Refusal
	Text, Member string
}

// usualReasons lists those of a kind of request.
func usualReasons(k Kind, staff, member string) []UsualReason {
	out := make([]UsualReason, len(refusalsOf[k]))
	for i, r := range refusalsOf[k] {
		out[i] = UsualReason{Name: r, Text: refusalText(staff, r), Member: refusalText(member, r)}
	}
	return out
}

// reason is the whole text of a refusal: the usual reason in the member's language, and the words that staff added.
func reason(lang string, r Refusal, words string) string {
	if r == "" {
		return words
	}
	return strings.TrimSpace(refusalText(lang, r) + "\n" + words)
}
