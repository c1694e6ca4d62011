/** Letters that have no form without their mark in Unicode, as keyboards without them write them. */
const letters: Record<string, string> = { đ: "d", ð: "d", ı: "i", ø: "o", ł: "l", æ: "ae", œ: "oe", ß: "ss", þ: "th" };

/**
 * Letters without their marks, case and width, so that "den long" finds "đèn lồng"; Korean syllables match while they are typed. The server folds what it
 * searches alike (internal/core/fold).
 */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[đðıøłæœßþ]/g, (letter) => letters[letter] ?? letter);
}

/** The first letter of each Korean syllable: Koreans look names up by them ("ㄷㅎㅇㄹ" finds "달항아리"). */
function initials(name: string): string {
  return (name.normalize("NFD").match(/[\u1100-\u1112]/g) ?? []).join("");
}

/** Returns whether a text has every word of the query, in any order. */
export function finder(query: string): (text: string) => boolean {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const folded = plain(text);
    const found = `${folded} ${folded.replace(/\s+/g, "")} ${initials(text)}`; // "hanoi" finds "Hà Nội"
    return words.every((word) => found.includes(word));
  };
}
