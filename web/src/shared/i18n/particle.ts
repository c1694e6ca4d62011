/** Korean particles: the one after a final consonant, and the one after a vowel. */
export const particles = ["이/가", "을/를", "은/는", "과/와", "으로/로"] as const;

export type Particle = (typeof particles)[number];

type Final = "vowel" | "ㄹ" | "consonant";

/** The digits as they are read at the end of a number: 영 일 이 삼 사 오 육 칠 팔 구. */
const digits: readonly Final[] = [
  "consonant",
  "ㄹ",
  "vowel",
  "consonant",
  "vowel",
  "vowel",
  "consonant",
  "ㄹ",
  "ㄹ",
  "vowel",
];

/** How a word ends when a Korean reads it aloud. Latin words are judged by their last letters, all capitals letter by letter. */
function finalOf(value: string): Final {
  const word = /[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u.exec(value.normalize("NFC"))?.[0] ?? "";
  const last = word.slice(-1);
  if (/[가-힣]/.test(last)) {
    const final = (last.charCodeAt(0) - 0xac00) % 28;
    return final === 0 ? "vowel" : final === 8 ? "ㄹ" : "consonant";
  }
  if (/\d/.test(last)) return digits[Number(last)] ?? "vowel";
  if (/^[A-Z\d]+$/.test(word)) return /[LR]$/.test(word) ? "ㄹ" : /[MN]$/.test(word) ? "consonant" : "vowel";
  if (/le?$/.test(word)) return "ㄹ";
  return /([mn]e?|ng|[aeiou][bckpt]|ck)$/.test(word) ? "consonant" : "vowel";
}

/** The value with its particle: 5,000원이, 게임사가, 서울로. */
export function withParticle(value: string, particle: Particle): string {
  const [consonant, vowel] = particle.split("/");
  const final = finalOf(value);
  return value + (final === "vowel" || (final === "ㄹ" && particle === "으로/로") ? vowel : consonant);
}
