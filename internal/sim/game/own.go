package game

import "maps"

// Own returns the game as the vendor's other house offers it: the one whose games are played from wallets that the vendor keeps
// itself. An operator's directory has it under that house.
func (i Info) Own() Info {
	i.ProcID, i.Studio = 211, "Harbor House"
	if i.Code == "comet" {
		i.Names = maps.Clone(harborNames)
	}
	return i
}

var harborNames = map[string]string{
	"vn": "Cảng Sao Chổi", "ko": "혜성 항구", "en": "Comet Harbor", "th": "ท่าเรือดาวหาง", "cn": "彗星港", "jp": "コメットハーバー",
}
