package member

import (
	"context"
	"net/netip"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/message"
)

// notification names a message that tells a member of a change of the account, which a stranger may have made (S-12).
type notification uint8

const (
	letterDevice notification = iota
	letterPassword
	letterPIN
	letterReset
)

// notifications are title and content in the six languages (D-58).
var notifications = map[string][4][2]string{
	"vn": {
		{"Đăng nhập từ thiết bị mới", "Tài khoản của bạn vừa được đăng nhập từ một thiết bị hoặc trình duyệt chưa từng dùng (IP {ip}). Nếu không phải bạn, hãy đổi mật khẩu ngay và liên hệ với chúng tôi."},
		{"Mật khẩu đã được đổi", "Mật khẩu của bạn vừa được đổi (IP {ip}). Mọi thiết bị khác đã bị đăng xuất. Nếu không phải bạn, hãy liên hệ với chúng tôi ngay."},
		{"Mật khẩu rút tiền đã được đổi", "Mật khẩu rút tiền của bạn vừa được đổi (IP {ip}). Nếu không phải bạn, hãy đổi mật khẩu ngay và liên hệ với chúng tôi."},
		{"Có yêu cầu đặt lại mật khẩu", "Có người vừa yêu cầu đặt lại mật khẩu hoặc mật khẩu rút tiền của bạn (IP {ip}). Nhân viên sẽ kiểm tra trước. Nếu không phải bạn, hãy liên hệ với chúng tôi ngay."},
	},
	"ko": {
		{"새 기기에서 로그인했습니다", "이전에 사용한 적이 없는 기기나 브라우저에서 로그인했습니다(IP {ip}). 본인이 아니라면 바로 비밀번호를 변경하고 고객센터로 문의해 주세요."},
		{"비밀번호가 변경되었습니다", "비밀번호가 변경되었습니다(IP {ip}). 다른 기기는 모두 로그아웃되었습니다. 본인이 아니라면 바로 고객센터로 문의해 주세요."},
		{"출금 비밀번호가 변경되었습니다", "출금 비밀번호가 변경되었습니다(IP {ip}). 본인이 아니라면 바로 비밀번호를 변경하고 고객센터로 문의해 주세요."},
		{"비밀번호 재설정 신청이 접수되었습니다", "비밀번호 또는 출금 비밀번호의 재설정 신청이 접수되었습니다(IP {ip}). 직원이 먼저 확인합니다. 본인이 아니라면 바로 고객센터로 문의해 주세요."},
	},
	"en": {
		{"Login from a new device", "Your account was opened from a device or browser that was not used before (IP {ip}). If that was not you, change your password at once and contact us."},
		{"Your password was changed", "Your password was changed (IP {ip}). All other devices were logged out. If that was not you, contact us at once."},
		{"Your withdrawal password was changed", "Your withdrawal password was changed (IP {ip}). If that was not you, change your password at once and contact us."},
		{"A new password was asked for", "Someone asked for a new password or withdrawal password for your account (IP {ip}). Our staff checks it first. If that was not you, contact us at once."},
	},
	"th": {
		{"เข้าสู่ระบบจากอุปกรณ์ใหม่", "มีการเข้าสู่ระบบบัญชีของคุณจากอุปกรณ์หรือเบราว์เซอร์ที่ไม่เคยใช้มาก่อน (IP {ip}) หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านทันทีและติดต่อเรา"},
		{"รหัสผ่านถูกเปลี่ยนแล้ว", "รหัสผ่านของคุณถูกเปลี่ยนแล้ว (IP {ip}) อุปกรณ์อื่นทั้งหมดออกจากระบบแล้ว หากไม่ใช่คุณ โปรดติดต่อเราทันที"},
		{"รหัสถอนเงินถูกเปลี่ยนแล้ว", "รหัสถอนเงินของคุณถูกเปลี่ยนแล้ว (IP {ip}) หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านทันทีและติดต่อเรา"},
		{"มีการขอรหัสผ่านใหม่", "มีผู้ขอตั้งรหัสผ่านหรือรหัสถอนเงินใหม่สำหรับบัญชีของคุณ (IP {ip}) เจ้าหน้าที่จะตรวจสอบก่อน หากไม่ใช่คุณ โปรดติดต่อเราทันที"},
	},
	"cn": {
		{"新设备登录", "您的账户刚刚在从未使用过的设备或浏览器上登录（IP {ip}）。如非本人操作，请立即修改密码并联系我们。"},
		{"密码已修改", "您的密码刚刚被修改（IP {ip}），其他设备均已登出。如非本人操作，请立即联系我们。"},
		{"取款密码已修改", "您的取款密码刚刚被修改（IP {ip}）。如非本人操作，请立即修改登录密码并联系我们。"},
		{"收到重设密码的申请", "有人申请重设您账户的密码或取款密码（IP {ip}）。工作人员会先行核实。如非本人操作，请立即联系我们。"},
	},
	"jp": {
		{"新しい端末からのログイン", "これまで使われていない端末またはブラウザからログインがありました（IP {ip}）。お心当たりがない場合は、すぐにパスワードを変更し、お問い合わせください。"},
		{"パスワードが変更されました", "パスワードが変更されました（IP {ip}）。他の端末はすべてログアウトされました。お心当たりがない場合は、すぐにお問い合わせください。"},
		{"出金パスワードが変更されました", "出金パスワードが変更されました（IP {ip}）。お心当たりがない場合は、すぐにパスワードを変更し、お問い合わせください。"},
		{"パスワード再設定の申請がありました", "パスワードまたは出金パスワードの再設定が申請されました（IP {ip}）。先に担当者が確認します。お心当たりがない場合は、すぐにお問い合わせください。"},
	},
}

// notify writes a notification to a member in tx, in the member's language. ip is where the change came from.
func (s *Service) notify(ctx context.Context, tx pgx.Tx, site, memID, lang string, n notification, ip netip.Addr, trace string) error {
	texts, ok := notifications[lang]
	if !ok {
		texts = notifications["vn"] // D-58
	}
	from := "–"
	if ip.IsValid() {
		from = ip.String()
	}
	return s.messages.Send(ctx, tx, message.Notification{
		Site: site, Member: memID, Title: texts[n][0], Content: strings.ReplaceAll(texts[n][1], "{ip}", from), Trace: trace,
	})
}
