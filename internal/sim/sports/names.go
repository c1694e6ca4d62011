package sports

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"hubstake/internal/core/odds"
)

// languages are the keys of names, as everywhere in the product.
var languages = []string{"ko", "en", "vn", "th", "cn", "jp"}

// syllables spell invented names in the scripts: Korean, Thai, Chinese, Japanese. English and Vietnamese write the syllable itself.
var syllables = map[string][4]string{
	"a": {"아", "อา", "阿", "ア"}, "be": {"베", "เบ", "贝", "ベ"}, "bi": {"비", "บี", "比", "ビ"}, "da": {"다", "ดา", "达", "ダ"},
	"de": {"데", "เด", "德", "デ"}, "do": {"도", "โด", "多", "ド"}, "dor": {"도르", "ดอร์", "多尔", "ドール"}, "fa": {"파", "ฟา", "法", "ファ"},
	"fi": {"피", "ฟี", "菲", "フィ"}, "ga": {"가", "กา", "加", "ガ"}, "go": {"고", "โก", "戈", "ゴ"}, "hol": {"홀", "โฮล", "霍尔", "ホル"},
	"ka": {"카", "คา", "卡", "カ"}, "ke": {"케", "เค", "凯", "ケ"}, "kes": {"케스", "เคส", "凯斯", "ケス"}, "la": {"라", "ลา", "拉", "ラ"},
	"le": {"레", "เล", "莱", "レ"}, "lin": {"린", "ลิน", "林", "リン"}, "lo": {"로", "โล", "洛", "ロ"}, "lu": {"루", "ลู", "卢", "ル"},
	"mar": {"마르", "มาร์", "马尔", "マール"}, "mi": {"미", "มี", "米", "ミ"}, "mo": {"모", "โม", "莫", "モ"}, "mu": {"무", "มู", "穆", "ム"},
	"na": {"나", "นา", "纳", "ナ"}, "ne": {"네", "เน", "内", "ネ"}, "no": {"노", "โน", "诺", "ノ"}, "pa": {"파", "พา", "帕", "パ"},
	"ra": {"라", "รา", "拉", "ラ"}, "ran": {"란", "รัน", "兰", "ラン"}, "ri": {"리", "รี", "里", "リ"}, "ro": {"로", "โร", "罗", "ロ"},
	"sa": {"사", "ซา", "萨", "サ"}, "so": {"소", "โซ", "索", "ソ"}, "su": {"수", "ซู", "苏", "ス"}, "ta": {"타", "ทา", "塔", "タ"},
	"te": {"테", "เท", "特", "テ"}, "to": {"토", "โท", "托", "ト"}, "ton": {"턴", "ตัน", "顿", "トン"}, "ven": {"벤", "เวน", "文", "ヴェン"},
	"li": {"리", "ลี", "利", "リ"}, "se": {"세", "เซ", "塞", "セ"}, "ron": {"론", "รอน", "龙", "ロン"}, "ko": {"코", "โค", "科", "コ"}, "ma": {"마", "มา", "马", "マ"},
	"vi": {"비", "วี", "维", "ヴィ"}, "vo": {"보", "โว", "沃", "ヴォ"}, "zu": {"주", "ซู", "祖", "ズ"},
}

// spell writes a name that is given by its syllables ("ka-ri-mo") in a language.
func spell(name, lang string) string {
	var out strings.Builder
	for syllable := range strings.SplitSeq(name, "-") {
		scripts := syllables[syllable]
		switch lang {
		case "ko":
			out.WriteString(scripts[0])
		case "th":
			out.WriteString(scripts[1])
		case "cn":
			out.WriteString(scripts[2])
		case "jp":
			out.WriteString(scripts[3])
		default:
			out.WriteString(syllable)
		}
	}
	text := out.String()
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// country is an invented country with its towns.
type country struct {
	name  string
	towns []string
}

var countries = []country{
	{"kes-to-ra", []string{"ka-ri-mo", "ven-a-lo", "to-ma-ri", "dor-mi-sa", "ne-lo-vi", "su-ra-do", "be-ko-ran", "mi-zu-ra", "fa-lin-to", "go-ra-ne"}},
	{"mar-vi-lo", []string{"hol-be-ra", "ta-vo-ne", "la-do-mi", "ri-ven-so", "mo-ka-lin", "zu-te-ra", "pa-lo-ke", "se-ra-vo", "de-no-ri", "lu-mi-ton"}},
	{"dor-a-lin", []string{"sa-ke-lo", "vi-ro-ma", "te-lu-na", "ka-do-ran", "ne-fi-ro", "bi-mo-ra", "ga-lo-ven", "to-ri-ke", "mar-de-no", "so-la-mu"}},
	{"so-ven-a", []string{"ra-ko-mi", "lo-te-sa", "do-vi-ran", "hol-na-ri", "fi-ga-lo", "pa-mu-to", "ke-la-do", "ta-ne-vo", "mi-so-lin", "zu-ro-ka"}},
	{"ta-ra-lo", []string{"le-vo-na", "ka-mi-dor", "su-ne-ri", "be-ra-to", "go-li-ven", "no-ta-ke", "da-mo-ri", "vi-la-zu", "ro-sa-ne", "mu-ri-ton"}},
	{"hol-mi-ra", []string{"te-no-la", "ga-ri-vo", "lin-do-ra", "sa-mu-ke", "pa-ven-to", "lo-fi-na", "ne-zu-mo", "de-ra-ko", "to-le-vi", "ka-so-ran"}},
	{"zu-la-no", []string{"ri-mo-te", "vo-ka-ra", "mar-lo-fi", "be-ne-do", "la-su-mi", "ta-go-lin", "do-ke-na", "hol-vi-to", "ra-ne-so", "mi-pa-ro"}},
	{"be-do-ran", []string{"ne-ka-vo", "so-ri-la", "fa-te-mo", "ven-do-mi", "lu-ra-ke", "ga-na-to", "ro-vi-sa", "te-mi-dor", "pa-ri-zu", "mo-lo-ton"}},
}

// words are a text in the order of languages; %s is the name beside it.
type words [6]string

func (w words) with(name string) map[string]string {
	texts := make(map[string]string, len(languages))
	for i, lang := range languages {
		texts[lang] = fmt.Sprintf(w[i], spell(name, lang))
	}
	return texts
}

// clubs are the second words of soccer teams, teams those of the other sports.
var clubs = []words{
	{"%s 유나이티드", "%s United", "%s United", "%s ยูไนเต็ด", "%s联", "%s・ユナイテッド"},
	{"%s 로버스", "%s Rovers", "%s Rovers", "%s โรเวอร์ส", "%s流浪者", "%s・ローヴァーズ"},
	{"%s 애슬레틱", "%s Athletic", "%s Athletic", "%s แอธเลติก", "%s竞技", "%s・アスレティック"},
	{"%s 시티", "%s City", "%s City", "%s ซิตี้", "%s城", "%s・シティ"},
	{"%s 원더러스", "%s Wanderers", "%s Wanderers", "%s วันเดอเรอร์ส", "%s漫游者", "%s・ワンダラーズ"},
}

var teams = []words{
	{"%s 폭시스", "%s Foxes", "%s Foxes", "%s ฟ็อกซ์", "%s狐狸", "%s・フォックス"},
	{"%s 베어스", "%s Bears", "%s Bears", "%s แบร์ส", "%s熊", "%s・ベアーズ"},
	{"%s 팰컨스", "%s Falcons", "%s Falcons", "%s ฟอลคอนส์", "%s猎鹰", "%s・ファルコンズ"},
	{"%s 울브스", "%s Wolves", "%s Wolves", "%s วูล์ฟส์", "%s狼", "%s・ウルブズ"},
	{"%s 타이거스", "%s Tigers", "%s Tigers", "%s ไทเกอร์ส", "%s虎", "%s・タイガース"},
	{"%s 샤크스", "%s Sharks", "%s Sharks", "%s ชาร์คส์", "%s鲨鱼", "%s・シャークス"},
	{"%s 레이븐스", "%s Ravens", "%s Ravens", "%s เรเวนส์", "%s渡鸦", "%s・レイヴンズ"},
	{"%s 스톰", "%s Storm", "%s Storm", "%s สตอร์ม", "%s风暴", "%s・ストーム"},
	{"%s 코메츠", "%s Comets", "%s Comets", "%s โคเม็ตส์", "%s彗星", "%s・コメッツ"},
	{"%s 파일럿츠", "%s Pilots", "%s Pilots", "%s ไพล็อตส์", "%s飞行员", "%s・パイロッツ"},
}

// given and families are the names of players.
var (
	given    = []string{"mi-lo", "ta-vi", "so-ran", "ne-ri", "lu-ka-ro", "da-ven", "ke-mo", "ri-lin", "fi-do-ra", "ga-vo", "te-sa", "no-ri-mi"}
	families = []string{"ma-ro-ne", "ka-lin-do", "su-ven-a", "to-ra-ke", "be-li-ron", "vo-mi-ra", "dor-a-ke", "la-zu-to", "pa-ne-vi", "ra-so-mi", "hol-te-ra"}
)

// player writes the name of a player.
func player(first, last string) map[string]string {
	texts := make(map[string]string, len(languages))
	for _, lang := range languages {
		between := " "
		if lang == "cn" || lang == "jp" {
			between = "・"
			if lang == "cn" {
				between = "·"
			}
		}
		texts[lang] = spell(first, lang) + between + spell(last, lang)
	}
	return texts
}

// competitions are the names of leagues; %s is the country.
var competitions = map[odds.Sport]words{
	odds.Soccer:           {"%s 1부 리그", "%s First Division", "Giải hạng Nhất %s", "%s ดิวิชั่น 1", "%s甲级联赛", "%s・1部リーグ"},
	odds.Basketball:       {"%s 농구 리그", "%s Basketball League", "Giải bóng rổ %s", "บาสเกตบอลลีก %s", "%s篮球联赛", "%s・バスケットボールリーグ"},
	odds.Baseball:         {"%s 야구 리그", "%s Baseball League", "Giải bóng chày %s", "เบสบอลลีก %s", "%s棒球联赛", "%s・ベースボールリーグ"},
	odds.Volleyball:       {"%s 배구 리그", "%s Volleyball League", "Giải bóng chuyền %s", "วอลเลย์บอลลีก %s", "%s排球联赛", "%s・バレーボールリーグ"},
	odds.Badminton:        {"%s 오픈 배드민턴", "%s Open Badminton", "Cầu lông %s mở rộng", "แบดมินตัน %s โอเพ่น", "%s羽毛球公开赛", "%s・オープン・バドミントン"},
	odds.Hockey:           {"%s 하키 리그", "%s Hockey League", "Giải khúc côn cầu %s", "ฮอกกี้ลีก %s", "%s冰球联赛", "%s・ホッケーリーグ"},
	odds.Combat:           {"%s 파이트 나이트", "%s Fight Night", "Đêm võ đài %s", "%s ไฟต์ไนต์", "%s格斗之夜", "%s・ファイトナイト"},
	odds.Tennis:           {"%s 오픈 테니스", "%s Open Tennis", "Quần vợt %s mở rộng", "เทนนิส %s โอเพ่น", "%s网球公开赛", "%s・オープン・テニス"},
	odds.Handball:         {"%s 핸드볼 리그", "%s Handball League", "Giải bóng ném %s", "แฮนด์บอลลีก %s", "%s手球联赛", "%s・ハンドボールリーグ"},
	odds.AmericanFootball: {"%s 미식축구 리그", "%s Football League", "Giải bóng bầu dục Mỹ %s", "อเมริกันฟุตบอลลีก %s", "%s美式足球联赛", "%s・フットボールリーグ"},
	odds.Esport:           {"%s e스포츠 마스터스", "%s Esports Masters", "Giải thể thao điện tử %s", "อีสปอร์ตมาสเตอร์ส %s", "%s电子竞技大师赛", "%s・eスポーツマスターズ"},
}

var secondDivision = words{"%s 2부 리그", "%s Second Division", "Giải hạng Nhì %s", "%s ดิวิชั่น 2", "%s乙级联赛", "%s・2部リーグ"}
