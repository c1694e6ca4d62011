// Makes assets/fonts: for each language one style sheet and its faces, with just the characters of the pages' texts and the
// games' names. Run it again when TestFontsHoldEveryCharacter names a character that is missing:
//
//   npm install --prefix /tmp/fonts subset-font@2.9.0 @fontsource/noto-sans-sc@5.3.0 @fontsource/noto-sans-jp@5.3.0
//   node internal/sim/web/fonts.mjs /tmp/fonts
//
// Inter, Pretendard and Noto Sans Thai come from web/node_modules, as the site has them. All faces are under the SIL Open Font
// License 1.1 (assets/fonts/LICENSE.txt).

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const tools = process.argv[2];
const subset = createRequire(join(tools, "package.json"))("subset-font");
const site = join(here, "../../../web/node_modules");
const out = join(here, "assets/fonts");

// What numbers, dates and amounts add to the texts. Thai and Vietnamese have few letters: all of them.
// Inter's Vietnamese file lacks the letters that other languages have too.
const accented = "àáâãèéêìíòóôõùúý";
const latin = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("") + "\u00a0–—·×…−“”‘’•" + accented + accented.toUpperCase();
const more = {
  en: "", ko: "년월일만억조천오전후시분초₩￦", th: Array.from({ length: 91 }, (_, i) => String.fromCharCode(0xe01 + i)).join("").replace(/[\u0e3b-\u0e3e]/g, ""),
  vn: "àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ₫", cn: "年月日时分秒万亿千￥", jp: "年月日時分秒万億兆千￥",
};
more.vn += more.vn.toUpperCase();

const noto = (family, script) => [400, 700].map((weight) => [
  `${tools}/node_modules/@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff2`, weight,
]);
// Faces of a language beside Latin, and the weight that each is for.
const faces = {
  en: [], vn: [[`${site}/@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2`, "100 900"]],
  ko: [[`${site}/pretendard/dist/web/variable/woff2/PretendardVariable.woff2`, "45 920"]],
  th: [[`${site}/@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2`, "100 900"]],
  cn: noto("noto-sans-sc", "chinese-simplified"), jp: noto("noto-sans-jp", "japanese"),
};

const games = ["../game", "../table"].flatMap((folder) =>
  readdirSync(join(here, folder)).map((name) => readFileSync(join(here, folder, name), "utf8"))).join("\n");
const unique = (text) => [...new Set(text)].sort();
const ranges = (chars) => chars.map((c) => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`).join(", ");

function rule(file, weight, chars) {
  return `@font-face {\n  font-family: "Game";\n  font-display: swap;\n  font-weight: ${weight};\n  src: url("${file}") format("woff2");\n  unicode-range: ${ranges(chars)};\n}\n`;
}

async function cut(from, to, text, weight) {
  const axes = typeof weight === "string" ? { variationAxes: { wght: { min: 400, max: 700 } } } : {};
  const made = await subset(readFileSync(from), text, { targetFormat: "woff2", ...axes });
  writeFileSync(join(out, to), made);
  console.log(to, made.length);
}

mkdirSync(out, { recursive: true });
await cut(`${site}/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`, "latin.woff2", latin, "100 900");
// The won sign is in Pretendard, whose Latin letters are Inter's.
await cut(faces.ko[0][0], "signs.woff2", "₩₫", "45 920");
for (const [lang, list] of Object.entries(faces)) {
  const names = [...games.matchAll(new RegExp(`"${lang}":\\s*"([^"]+)"`, "g"))].map((m) => m[1]).join("");
  const values = Object.values(JSON.parse(readFileSync(join(here, "assets/texts", `${lang}.json`), "utf8"))).join("");
  const own = unique((values + names + more[lang]).normalize("NFC")).filter((c) => !latin.includes(c) && c > " " && c !== "₩" && c !== "₫");
  let css = rule("latin.woff2", "400 700", unique(latin)) + rule("signs.woff2", "400 700", ["₩", "₫"]);
  for (const [from, weight] of list) {
    const file = list.length > 1 ? `${lang}-${weight}.woff2` : `${lang}.woff2`;
    await cut(from, file, own.join(""), weight);
    css += rule(file, list.length > 1 ? (weight === 400 ? "400 550" : "551 700") : "400 700", own);
  }
  writeFileSync(join(out, `${lang}.css`), css);
}
