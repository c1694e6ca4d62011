package member

// DetailsRefusal is a usual reason to refuse a change of details, by its name on the wire.
type DetailsRefusal string

// The usual reasons.
const (
	DetailsIdentity  DetailsRefusal = "identityNeeded"
	DetailsHolder    DetailsRefusal = "holderDiffers" // the account is not the member's (S-25)
	DetailsUnreached DetailsRefusal = "notReached"    // the member did not answer at the registered number
	DetailsTooOften  DetailsRefusal = "tooOften"
)

// detailsRefusals lists them in the order in which staff sees them.
var detailsRefusals = []DetailsRefusal{DetailsIdentity, DetailsHolder, DetailsUnreached, DetailsTooOften}

// detailsRefusalTexts are the reasons as members read them, in the six languages (D-58).
var detailsRefusalTexts = map[string]map[DetailsRefusal]string{
	"vn": {
		DetailsIdentity:  "Trước khi thay đổi, chúng tôi cần xác nhận danh tính của bạn. Vui lòng liên hệ với chúng tôi.",
		DetailsHolder:    "Tài khoản ngân hàng mới không đứng tên bạn. Chúng tôi chỉ chuyển tiền đến tài khoản của chính bạn.",
		DetailsUnreached: "Chúng tôi đã gọi đến số điện thoại đã đăng ký nhưng không gặp được bạn. Vui lòng gửi lại yêu cầu khi bạn có thể nghe máy.",
		DetailsTooOften:  "Thông tin của bạn vừa mới được thay đổi. Vui lòng gửi lại yêu cầu sau.",
	},
	"ko": {
		DetailsIdentity:  "변경하기 전에 본인 확인이 필요합니다. 고객센터로 문의해 주세요.",
		DetailsHolder:    "새 계좌가 본인 명의가 아닙니다. 본인 명의의 계좌로만 지급합니다.",
		DetailsUnreached: "등록된 번호로 전화했지만 연결되지 않았습니다. 전화를 받으실 수 있을 때 다시 신청해 주세요.",
		DetailsTooOften:  "최근에 정보가 변경되었습니다. 나중에 다시 신청해 주세요.",
	},
	"en": {
		DetailsIdentity:  "We must confirm your identity before we change your details. Please contact us.",
		DetailsHolder:    "The new account is not in your name. We pay to your own account only.",
		DetailsUnreached: "We called your registered number and could not reach you. Please ask again when you can answer.",
		DetailsTooOften:  "Your details were changed a short time ago. Please ask again later.",
	},
	"th": {
		DetailsIdentity:  "ก่อนเปลี่ยนข้อมูล เราต้องยืนยันตัวตนของคุณ โปรดติดต่อเรา",
		DetailsHolder:    "บัญชีใหม่ไม่ได้เป็นชื่อของคุณ เราโอนเข้าบัญชีของคุณเองเท่านั้น",
		DetailsUnreached: "เราโทรไปยังหมายเลขที่ลงทะเบียนไว้แต่ติดต่อคุณไม่ได้ โปรดส่งคำขออีกครั้งเมื่อคุณรับสายได้",
		DetailsTooOften:  "ข้อมูลของคุณเพิ่งถูกเปลี่ยนเมื่อไม่นานมานี้ โปรดส่งคำขออีกครั้งภายหลัง",
	},
	"cn": {
		DetailsIdentity:  "更改资料前我们需要确认您的身份。请联系我们。",
		DetailsHolder:    "新账户不在您本人名下。我们只向您本人的账户付款。",
		DetailsUnreached: "我们拨打了您登记的电话，但未能联系到您。请在方便接听时重新申请。",
		DetailsTooOften:  "您的资料刚刚更改过。请稍后重新申请。",
	},
	"jp": {
		DetailsIdentity:  "変更の前に本人確認が必要です。お問い合わせください。",
		DetailsHolder:    "新しい口座がご本人名義ではありません。お支払いはご本人名義の口座に限ります。",
		DetailsUnreached: "登録された電話番号にお電話しましたが、つながりませんでした。電話に出られるときにもう一度お申し込みください。",
		DetailsTooOften:  "登録情報は最近変更されたばかりです。後でもう一度お申し込みください。",
	},
}

// detailsRefusal returns the words of a usual reason in a language, or in the product's when that one is not known.
func detailsRefusal(lang string, r DetailsRefusal) string {
	if detailsRefusalTexts[lang] == nil {
		lang = "vn" // D-58
	}
	return detailsRefusalTexts[lang][r]
}

// UsualDetailsRefusal is a usual reason in the language of the person of staff and in that of the member who would read it.
type UsualDetailsRefusal struct {
	Name         DetailsRefusal
	Text, Member string
}

// DetailsRefusals lists the usual reasons in two languages.
func DetailsRefusals(staff, member string) []UsualDetailsRefusal {
	out := make([]UsualDetailsRefusal, len(detailsRefusals))
	for i, r := range detailsRefusals {
		out[i] = UsualDetailsRefusal{Name: r, Text: detailsRefusal(staff, r), Member: detailsRefusal(member, r)}
	}
	return out
}
