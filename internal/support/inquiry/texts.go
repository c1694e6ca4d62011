package inquiry

// text is what a member reads in one language: the title of the notification with an answer, and the answer to a question about
// the account.
type text struct{ answered, account string }

var languages = map[string]text{
	"vn": {
		"Câu hỏi của bạn đã được trả lời",
		"Tài khoản nhận tiền được hiển thị cùng câu trả lời này trong 30 phút. Tài khoản thay đổi thường xuyên: hãy hỏi lại trước mỗi lần nạp tiền.",
	},
	"ko": {
		"문의하신 내용에 답변이 등록되었습니다",
		"입금하실 계좌는 이 답변과 함께 30분 동안 표시됩니다. 계좌는 수시로 바뀌므로 입금하실 때마다 다시 문의해 주세요.",
	},
	"en": {
		"Your inquiry has been answered",
		"The account to pay into is shown with this answer for 30 minutes. Accounts change often: please ask again before each deposit.",
	},
	"th": {
		"คำถามของคุณได้รับคำตอบแล้ว",
		"บัญชีสำหรับฝากเงินจะแสดงพร้อมคำตอบนี้เป็นเวลา 30 นาที บัญชีเปลี่ยนบ่อย โปรดสอบถามอีกครั้งก่อนฝากเงินทุกครั้ง",
	},
	"cn": {
		"您的咨询已得到回复",
		"收款账户将随本回复显示 30 分钟。账户会经常更换，请在每次存款前重新咨询。",
	},
	"jp": {
		"お問い合わせに回答しました",
		"入金先の口座は、この回答とともに30分間表示されます。口座は頻繁に変わりますので、入金のたびにお問い合わせください。",
	},
}

// texts are those of a language, or of the default one (D-58).
func texts(lang string) text {
	if t, ok := languages[lang]; ok {
		return t
	}
	return languages["vn"]
}
