/** Letters without their marks and case, so that "den long" finds "đèn lồng"; Korean syllables match while they are typed. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").toLowerCase();
}

/** The first letter of each Korean syllable: Koreans look names up by them ("ㄷㅎㅇㄹ" finds "달항아리"). */
function initials(name: string): string {
  return (name.normalize("NFD").match(/[\u1100-\u1112]/g) ?? []).join("");
}

/** Returns whether a text has every word of the query, in any order. */
export function finder(query: string): (text: string) => boolean {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const letters = `${plain(text)} ${initials(text)}`;
    return words.every((word) => letters.includes(word));
  };
}
