import type { Language } from "#shared/i18n/languages.ts";

/** The data that the components show on the kit's page. Names are as long as real ones get. */
interface Sample {
  teams: readonly string[];
  leagues: readonly string[];
  sports: readonly string[];
  outcomes: readonly [string, string, string];
  market: string;
  over: string;
  under: string;
  sides: readonly [string, string, string];
  letters: readonly [string, string, string];
  word: string;
  sentence: string;
  long: string;
  reasons: readonly string[];
  groups: readonly string[];
  facts: readonly string[];
  pages: readonly string[];
  products: readonly string[];
  partner: string;
}

const en: Sample = {
  teams: [
    "Brighton & Hove Albion",
    "Wolverhampton Wanderers",
    "Arsenal",
    "Everton",
    "Borussia Mönchengladbach",
    "Freiburg",
  ],
  leagues: ["England · Premier League", "Germany · Bundesliga", "Korea · K League 1"],
  sports: ["Soccer", "Basketball", "Baseball"],
  outcomes: ["Home", "Draw", "Away"],
  market: "Match result",
  over: "Over",
  under: "Under",
  sides: ["Odd", "Even", "Tie"],
  letters: ["O", "E", "T"],
  word: "Withdraw",
  sentence: "Your withdrawal is on its way.",
  long: "Withdraw the whole balance now",
  reasons: ["The account holder differs from the member's name.", "The turnover is not met yet."],
  groups: ["Money", "Turnover", "Trust"],
  facts: ["Deposits", "Withdrawals", "Difference", "Stake left", "Last bet", "Account since"],
  pages: ["Withdrawals", "Deposits", "Members", "Inquiries", "Events", "Settings"],
  products: ["Live casino", "Slots", "Minigames", "Sports, single", "Sports, 2 folders"],
  partner: "Partner",
};

const ko: Sample = {
  teams: [
    "브라이턴 앤 호브 앨비언",
    "울버햄프턴 원더러스",
    "아스널",
    "에버턴",
    "보루시아 묀헨글라트바흐",
    "프라이부르크",
  ],
  leagues: ["잉글랜드 · 프리미어리그", "독일 · 분데스리가", "대한민국 · K리그 1"],
  sports: ["축구", "농구", "야구"],
  outcomes: ["홈 승", "무승부", "원정 승"],
  market: "승무패",
  over: "오버",
  under: "언더",
  sides: ["홀", "짝", "무"],
  letters: ["홀", "짝", "무"],
  word: "출금하기",
  sentence: "출금 신청이 처리되고 있습니다.",
  long: "보유금 전액을 지금 출금하기",
  reasons: ["예금주가 회원 이름과 다릅니다.", "필요한 베팅 금액이 아직 남아 있습니다."],
  groups: ["입출금", "롤링", "확인"],
  facts: ["입금 합계", "출금 합계", "차액", "남은 롤링", "마지막 베팅", "가입일"],
  pages: ["출금 신청", "입금 신청", "회원", "문의", "이벤트", "사이트 설정"],
  products: ["라이브 카지노", "슬롯", "미니게임", "스포츠 단폴더", "스포츠 2폴더"],
  partner: "파트너",
};

const vn: Sample = {
  teams: [
    "Brighton & Hove Albion",
    "Wolverhampton Wanderers",
    "Arsenal",
    "Everton",
    "Borussia Mönchengladbach",
    "Freiburg",
  ],
  leagues: ["Anh · Giải Ngoại hạng", "Đức · Giải Vô địch Quốc gia", "Hàn Quốc · K League 1"],
  sports: ["Bóng đá", "Bóng rổ", "Bóng chày"],
  outcomes: ["Chủ nhà thắng", "Hòa", "Đội khách thắng"],
  market: "Kết quả trận đấu",
  over: "Tài",
  under: "Xỉu",
  sides: ["Lẻ", "Chẵn", "Hòa"],
  letters: ["L", "C", "H"],
  word: "Rút tiền",
  sentence: "Yêu cầu rút tiền của bạn đang được xử lý.",
  long: "Rút toàn bộ số dư ngay bây giờ",
  reasons: ["Chủ tài khoản khác với tên thành viên.", "Chưa đạt đủ doanh thu cược."],
  groups: ["Giao dịch", "Doanh thu cược", "Xác minh"],
  facts: ["Tổng tiền nạp", "Tổng tiền rút", "Chênh lệch", "Còn phải cược", "Lần cược cuối", "Ngày đăng ký"],
  pages: ["Yêu cầu rút tiền", "Yêu cầu nạp tiền", "Thành viên", "Câu hỏi", "Sự kiện", "Cài đặt"],
  products: ["Casino trực tuyến", "Nổ hũ", "Minigame", "Thể thao, cược đơn", "Thể thao, xiên 2"],
  partner: "Đối tác",
};

const th: Sample = {
  teams: ["ไบรท์ตัน แอนด์ โฮฟ อัลเบียน", "วูล์ฟแฮมป์ตัน วันเดอเรอร์ส", "อาร์เซนอล", "เอฟเวอร์ตัน", "โบรุสเซีย เมินเชนกลัดบัค", "ไฟรบวร์ก"],
  leagues: ["อังกฤษ · พรีเมียร์ลีก", "เยอรมนี · บุนเดสลีกา", "เกาหลีใต้ · เคลีก 1"],
  sports: ["ฟุตบอล", "บาสเกตบอล", "เบสบอล"],
  outcomes: ["เจ้าบ้านชนะ", "เสมอ", "ทีมเยือนชนะ"],
  market: "ผลการแข่งขัน",
  over: "สูง",
  under: "ต่ำ",
  sides: ["คี่", "คู่", "เสมอ"],
  letters: ["คี่", "คู่", "ส"],
  word: "ถอนเงิน",
  sentence: "คำขอถอนเงินของคุณกำลังดำเนินการ",
  long: "ถอนยอดเงินทั้งหมดตอนนี้",
  reasons: ["ชื่อบัญชีไม่ตรงกับชื่อสมาชิก", "ยอดเดิมพันยังไม่ครบตามเงื่อนไข"],
  groups: ["การเงิน", "ยอดเดิมพัน", "การยืนยัน"],
  facts: ["ยอดฝากรวม", "ยอดถอนรวม", "ส่วนต่าง", "ยอดที่ต้องเดิมพัน", "เดิมพันล่าสุด", "วันที่สมัคร"],
  pages: ["คำขอถอนเงิน", "คำขอฝากเงิน", "สมาชิก", "คำถาม", "กิจกรรม", "ตั้งค่าเว็บไซต์"],
  products: ["คาสิโนสด", "สล็อต", "มินิเกม", "กีฬาเดี่ยว", "กีฬาสเต็ป 2"],
  partner: "พาร์ตเนอร์",
};

export const samples: Record<Language, Sample> = { en, ko, vn, th, cn: en, jp: en };

/** The time at which the page stands still in pictures. */
export const NOW = Date.parse("2026-11-23T03:00:00Z");
