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
	letterDetails
	letterPhone
	letterAccount
	letterDetailsRefused
	letterPartnerLogin
	letterPartnerLocked
	letterPartnerReset

	letters // how many there are
)

// notifications are title and content in the six languages (D-58).
var notifications = map[string][letters][2]string{
	"vn": {
		{"Đăng nhập từ thiết bị mới", "Tài khoản của bạn vừa được đăng nhập từ một thiết bị hoặc trình duyệt chưa từng dùng (IP {ip}). Nếu không phải bạn, hãy đổi mật khẩu ngay và liên hệ với chúng tôi."},
		{"Mật khẩu đã được đổi", "Mật khẩu của bạn vừa được đổi (IP {ip}). Mọi thiết bị khác đã bị đăng xuất. Nếu không phải bạn, hãy liên hệ với chúng tôi ngay."},
		{"Mật khẩu rút tiền đã được đổi", "Mật khẩu rút tiền của bạn vừa được đổi (IP {ip}). Nếu không phải bạn, hãy đổi mật khẩu ngay và liên hệ với chúng tôi."},
		{"Có yêu cầu đặt lại mật khẩu", "Có người vừa yêu cầu đặt lại mật khẩu hoặc mật khẩu rút tiền của bạn (IP {ip}). Nhân viên sẽ kiểm tra trước. Nếu không phải bạn, hãy liên hệ với chúng tôi ngay."},
		{"Có yêu cầu thay đổi thông tin", "Có người vừa yêu cầu thay đổi số điện thoại hoặc tài khoản ngân hàng của bạn (IP {ip}). Nhân viên sẽ kiểm tra trước. Nếu không phải bạn, hãy đổi mật khẩu ngay: yêu cầu sẽ bị hủy."},
		{"Số điện thoại đã được đổi", "Số điện thoại của bạn đã được đổi theo yêu cầu (IP {ip}). Mọi thiết bị đã bị đăng xuất và việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy liên hệ với chúng tôi ngay."},
		{"Tên hoặc tài khoản ngân hàng đã được đổi", "Tên hoặc tài khoản ngân hàng của bạn đã được đổi theo yêu cầu (IP {ip}). Mọi thiết bị đã bị đăng xuất và việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy liên hệ với chúng tôi ngay."},
		{"Yêu cầu thay đổi thông tin bị từ chối", "Thông tin của bạn vẫn giữ nguyên. {why}"},
		{"Đăng nhập vào khu vực đối tác", "{who} vừa đăng nhập vào khu vực đối tác của bạn từ một địa chỉ chưa từng dùng (IP {ip}). Nếu bạn không nhận ra lần đăng nhập này, hãy kết thúc phiên trong trang Bảo mật, đổi mật khẩu và liên hệ với chúng tôi."},
		{"Khu vực đối tác: đăng nhập bị tạm chặn", "Có ba lần đăng nhập sai vào khu vực đối tác của bạn với tên {who} (IP {ip}). Địa chỉ này phải chờ 15 phút. Nếu không phải bạn, hãy đổi mật khẩu và liên hệ với chúng tôi."},
		{"Khu vực đối tác: ứng dụng xác thực đã được đặt lại", "Nhân viên của trang đã đặt lại ứng dụng xác thực của {who} trong khu vực đối tác của bạn. Mọi phiên đăng nhập và mã khôi phục của {who} không còn hiệu lực; ở lần đăng nhập tới, cần thiết lập ứng dụng xác thực mới. Nếu bạn không yêu cầu việc này, hãy đổi mật khẩu ngay và liên hệ với chúng tôi."},
	},
	"ko": {
		{"새 기기에서 로그인했습니다", "이전에 사용한 적이 없는 기기나 브라우저에서 로그인했습니다(IP {ip}). 본인이 아니라면 바로 비밀번호를 변경하고 고객센터로 문의해 주세요."},
		{"비밀번호가 변경되었습니다", "비밀번호가 변경되었습니다(IP {ip}). 다른 기기는 모두 로그아웃되었습니다. 본인이 아니라면 바로 고객센터로 문의해 주세요."},
		{"출금 비밀번호가 변경되었습니다", "출금 비밀번호가 변경되었습니다(IP {ip}). 본인이 아니라면 바로 비밀번호를 변경하고 고객센터로 문의해 주세요."},
		{"비밀번호 재설정 신청이 접수되었습니다", "비밀번호 또는 출금 비밀번호의 재설정 신청이 접수되었습니다(IP {ip}). 직원이 먼저 확인합니다. 본인이 아니라면 바로 고객센터로 문의해 주세요."},
		{"정보 변경 신청이 접수되었습니다", "전화번호 또는 은행 계좌의 변경 신청이 접수되었습니다(IP {ip}). 직원이 먼저 확인합니다. 본인이 아니라면 바로 비밀번호를 변경해 주세요. 그러면 신청이 취소됩니다."},
		{"전화번호가 변경되었습니다", "신청하신 대로 전화번호가 변경되었습니다(IP {ip}). 모든 기기에서 로그아웃되었고 24시간 동안 출금이 보류됩니다. 본인이 아니라면 바로 고객센터로 문의해 주세요."},
		{"이름 또는 은행 계좌가 변경되었습니다", "신청하신 대로 이름 또는 은행 계좌가 변경되었습니다(IP {ip}). 모든 기기에서 로그아웃되었고 24시간 동안 출금이 보류됩니다. 본인이 아니라면 바로 고객센터로 문의해 주세요."},
		{"정보 변경 신청이 거절되었습니다", "회원님의 정보는 변경되지 않았습니다. {why}"},
		{"파트너 페이지에 로그인했습니다", "이전에 사용한 적이 없는 주소에서 {who} 계정으로 파트너 페이지에 로그인했습니다(IP {ip}). 모르는 로그인이라면 보안 메뉴에서 해당 접속을 종료하고 비밀번호를 변경한 뒤 고객센터로 문의해 주세요."},
		{"파트너 페이지 로그인이 제한되었습니다", "{who} 계정으로 파트너 페이지에 세 번 잘못 로그인했습니다(IP {ip}). 해당 주소에서는 15분 동안 로그인할 수 없습니다. 본인이 아니라면 비밀번호를 변경하고 고객센터로 문의해 주세요."},
		{"파트너 페이지: 인증 앱이 초기화되었습니다", "사이트 직원이 파트너 페이지의 {who} 계정 인증 앱을 초기화했습니다. {who} 계정은 모두 로그아웃되었고 복구 코드는 더 이상 사용할 수 없습니다. 다음 로그인 때 인증 앱을 새로 등록해야 합니다. 요청하신 적이 없다면 바로 비밀번호를 변경하고 고객센터로 문의해 주세요."},
	},
	"en": {
		{"Login from a new device", "Your account was opened from a device or browser that was not used before (IP {ip}). If that was not you, change your password at once and contact us."},
		{"Your password was changed", "Your password was changed (IP {ip}). All other devices were logged out. If that was not you, contact us at once."},
		{"Your withdrawal password was changed", "Your withdrawal password was changed (IP {ip}). If that was not you, change your password at once and contact us."},
		{"A new password was asked for", "Someone asked for a new password or withdrawal password for your account (IP {ip}). Our staff checks it first. If that was not you, contact us at once."},
		{"A change of your details was asked for", "Someone asked to change the phone number or the bank account of your account (IP {ip}). Our staff checks it first. If that was not you, change your password at once: that cancels the request."},
		{"Your phone number was changed", "Your phone number was changed as requested (IP {ip}). All devices were logged out, and withdrawals are held for 24 hours. If that was not you, contact us at once."},
		{"Your name or bank account was changed", "Your name or bank account was changed as requested (IP {ip}). All devices were logged out, and withdrawals are held for 24 hours. If that was not you, contact us at once."},
		{"Your change of details was refused", "Your details stay as they were. {why}"},
		{"Login to your partner area", "{who} logged in to your partner area from an address that was not used before (IP {ip}). If you do not know this login, end its session on the Security page, change your password and contact us."},
		{"Partner area: login held back", "There were three wrong attempts to log in to your partner area as {who} (IP {ip}). That address must wait 15 minutes. If that was not you, change your password and contact us."},
		{"Partner area: authenticator reset", "Our staff reset the authenticator of {who} in your partner area. All sessions and recovery codes of {who} have ended, and a new authenticator is set up at the next login. If you did not ask for this, change your password at once and contact us."},
	},
	"th": {
		{"เข้าสู่ระบบจากอุปกรณ์ใหม่", "มีการเข้าสู่ระบบบัญชีของคุณจากอุปกรณ์หรือเบราว์เซอร์ที่ไม่เคยใช้มาก่อน (IP {ip}) หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านทันทีและติดต่อเรา"},
		{"รหัสผ่านถูกเปลี่ยนแล้ว", "รหัสผ่านของคุณถูกเปลี่ยนแล้ว (IP {ip}) อุปกรณ์อื่นทั้งหมดออกจากระบบแล้ว หากไม่ใช่คุณ โปรดติดต่อเราทันที"},
		{"รหัสถอนเงินถูกเปลี่ยนแล้ว", "รหัสถอนเงินของคุณถูกเปลี่ยนแล้ว (IP {ip}) หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านทันทีและติดต่อเรา"},
		{"มีการขอรหัสผ่านใหม่", "มีผู้ขอตั้งรหัสผ่านหรือรหัสถอนเงินใหม่สำหรับบัญชีของคุณ (IP {ip}) เจ้าหน้าที่จะตรวจสอบก่อน หากไม่ใช่คุณ โปรดติดต่อเราทันที"},
		{"มีการขอเปลี่ยนข้อมูล", "มีผู้ขอเปลี่ยนเบอร์โทรศัพท์หรือบัญชีธนาคารของคุณ (IP {ip}) เจ้าหน้าที่จะตรวจสอบก่อน หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านทันที คำขอจะถูกยกเลิก"},
		{"เบอร์โทรศัพท์ถูกเปลี่ยนแล้ว", "เบอร์โทรศัพท์ของคุณถูกเปลี่ยนตามคำขอแล้ว (IP {ip}) ทุกอุปกรณ์ออกจากระบบแล้ว และการถอนเงินถูกพักไว้ 24 ชั่วโมง หากไม่ใช่คุณ โปรดติดต่อเราทันที"},
		{"ชื่อหรือบัญชีธนาคารถูกเปลี่ยนแล้ว", "ชื่อหรือบัญชีธนาคารของคุณถูกเปลี่ยนตามคำขอแล้ว (IP {ip}) ทุกอุปกรณ์ออกจากระบบแล้ว และการถอนเงินถูกพักไว้ 24 ชั่วโมง หากไม่ใช่คุณ โปรดติดต่อเราทันที"},
		{"คำขอเปลี่ยนข้อมูลถูกปฏิเสธ", "ข้อมูลของคุณยังคงเดิม {why}"},
		{"มีการเข้าสู่ระบบพื้นที่พาร์ตเนอร์", "{who} เข้าสู่ระบบพื้นที่พาร์ตเนอร์ของคุณจากที่อยู่ที่ไม่เคยใช้ (IP {ip}) หากคุณไม่รู้จักการเข้าสู่ระบบนี้ โปรดสิ้นสุดเซสชันในหน้าความปลอดภัย เปลี่ยนรหัสผ่าน และติดต่อเรา"},
		{"พื้นที่พาร์ตเนอร์: ระงับการเข้าสู่ระบบชั่วคราว", "มีการเข้าสู่ระบบพื้นที่พาร์ตเนอร์ของคุณด้วยชื่อ {who} ผิดสามครั้ง (IP {ip}) ที่อยู่นั้นต้องรอ 15 นาที หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านและติดต่อเรา"},
		{"พื้นที่พาร์ตเนอร์: แอปยืนยันตัวตนถูกรีเซ็ต", "เจ้าหน้าที่ของเว็บไซต์ได้รีเซ็ตแอปยืนยันตัวตนของ {who} ในพื้นที่พาร์ตเนอร์ของคุณ เซสชันและรหัสกู้คืนทั้งหมดของ {who} ใช้ไม่ได้แล้ว และต้องตั้งค่าแอปยืนยันตัวตนใหม่เมื่อเข้าสู่ระบบครั้งถัดไป หากคุณไม่ได้ขอ โปรดเปลี่ยนรหัสผ่านทันทีและติดต่อเรา"},
	},
	"cn": {
		{"新设备登录", "您的账户刚刚在从未使用过的设备或浏览器上登录（IP {ip}）。如非本人操作，请立即修改密码并联系我们。"},
		{"密码已修改", "您的密码刚刚被修改（IP {ip}），其他设备均已登出。如非本人操作，请立即联系我们。"},
		{"取款密码已修改", "您的取款密码刚刚被修改（IP {ip}）。如非本人操作，请立即修改登录密码并联系我们。"},
		{"收到重设密码的申请", "有人申请重设您账户的密码或取款密码（IP {ip}）。工作人员会先行核实。如非本人操作，请立即联系我们。"},
		{"收到更改资料的申请", "有人申请更改您账户的电话或银行账户（IP {ip}）。工作人员会先行核实。如非本人操作，请立即修改密码，该申请将随之取消。"},
		{"电话已更改", "您的电话已按申请更改（IP {ip}）。所有设备均已登出，取款暂停 24 小时。如非本人操作，请立即联系我们。"},
		{"姓名或银行账户已更改", "您的姓名或银行账户已按申请更改（IP {ip}）。所有设备均已登出，取款暂停 24 小时。如非本人操作，请立即联系我们。"},
		{"更改资料的申请被拒绝", "您的资料保持不变。{why}"},
		{"合作伙伴专区登录", "{who} 刚刚从从未使用过的地址登录了您的合作伙伴专区（IP {ip}）。如不认识此次登录，请在安全页面结束该会话、修改密码并联系我们。"},
		{"合作伙伴专区：登录被暂时限制", "有人以 {who} 的身份连续三次登录您的合作伙伴专区失败（IP {ip}）。该地址需等待 15 分钟。如非本人操作，请修改密码并联系我们。"},
		{"合作伙伴专区：验证器已重置", "工作人员已重置您合作伙伴专区中 {who} 的验证器。{who} 的所有会话和恢复码均已失效，下次登录时需设置新的验证器。如非您本人要求，请立即修改密码并联系我们。"},
	},
	"jp": {
		{"新しい端末からのログイン", "これまで使われていない端末またはブラウザからログインがありました（IP {ip}）。お心当たりがない場合は、すぐにパスワードを変更し、お問い合わせください。"},
		{"パスワードが変更されました", "パスワードが変更されました（IP {ip}）。他の端末はすべてログアウトされました。お心当たりがない場合は、すぐにお問い合わせください。"},
		{"出金パスワードが変更されました", "出金パスワードが変更されました（IP {ip}）。お心当たりがない場合は、すぐにパスワードを変更し、お問い合わせください。"},
		{"パスワード再設定の申請がありました", "パスワードまたは出金パスワードの再設定が申請されました（IP {ip}）。先に担当者が確認します。お心当たりがない場合は、すぐにお問い合わせください。"},
		{"登録情報の変更が申請されました", "電話番号または銀行口座の変更が申請されました（IP {ip}）。先に担当者が確認します。お心当たりがない場合は、すぐにパスワードを変更してください。申請は取り消されます。"},
		{"電話番号が変更されました", "申請どおり電話番号が変更されました（IP {ip}）。すべての端末からログアウトされ、出金は24時間保留されます。お心当たりがない場合は、すぐにお問い合わせください。"},
		{"氏名または銀行口座が変更されました", "申請どおり氏名または銀行口座が変更されました（IP {ip}）。すべての端末からログアウトされ、出金は24時間保留されます。お心当たりがない場合は、すぐにお問い合わせください。"},
		{"登録情報の変更が拒否されました", "登録情報は変更されていません。{why}"},
		{"パートナーエリアへのログイン", "これまで使われていないアドレスから {who} がパートナーエリアにログインしました（IP {ip}）。お心当たりがない場合は、セキュリティのページでそのログインを終了し、パスワードを変更してお問い合わせください。"},
		{"パートナーエリア：ログインの一時制限", "{who} としてパートナーエリアへのログインに3回失敗しました（IP {ip}）。このアドレスからは15分間ログインできません。お心当たりがない場合は、パスワードを変更してお問い合わせください。"},
		{"パートナーエリア：認証アプリがリセットされました", "担当者がパートナーエリアの {who} の認証アプリをリセットしました。{who} のログインはすべて終了し、復旧コードは使えなくなりました。次回のログイン時に新しい認証アプリを設定します。お申し出がない場合は、すぐにパスワードを変更してお問い合わせください。"},
	},
}

// notify writes a notification to a member in tx, in the member's language. ip is where the change came from.
func (s *Service) notify(ctx context.Context, tx pgx.Tx, site, memID, lang string, n notification, ip netip.Addr, trace string) error {
	from := "–"
	if ip.IsValid() {
		from = ip.String()
	}
	return s.send(ctx, tx, site, memID, lang, n, strings.NewReplacer("{ip}", from), trace)
}

// send writes a notification with values in the places that its text names.
func (s *Service) send(ctx context.Context, tx pgx.Tx, site, memID, lang string, n notification, values *strings.Replacer, trace string) error {
	texts, ok := notifications[lang]
	if !ok {
		texts = notifications["vn"] // D-58
	}
	return s.messages.Send(ctx, tx, message.Notification{
		Site: site, Member: memID, Title: texts[n][0], Content: values.Replace(texts[n][1]), Trace: trace,
	})
}
