import { expect, test } from "vitest";
import type { Language } from "./languages.ts";

/** One word for one thing: what each language says instead of these stands in its texts. */
const forbidden: Partial<Record<Language, RegExp>> = {
  ko: /피싱|보유 머니|보유 금액|잔액|캐시|사이트 시각|등급|제작사|쉬어 가기|일시 중지|이\(가\)|을\(를\)|\(으\)로|입력하세요|}} 님|전용입니다|까지 전용/,
  vn: /[Gg]iờ trang|[Hh]ạt giống|Viết cho nhân viên|[}\d] %|băng chuyền/,
  th: /เครื่องหมาย \(|เป็นของคุณถึง/,
  cn: /将我排除|标记（|专供您/,
  jp: /フィッシング|自由掲示板|出席|ディストリビューター|排除されました|印（|まで専用/,
  en: /yours until|yours for 30/i,
};

const files = import.meta.glob<Record<string, string>>("./locales/*/*.json", { eager: true, import: "default" });

test.each(Object.entries(forbidden))("%s says one word for one thing", (language, words) => {
  const found = Object.entries(files)
    .filter(([path]) => path.startsWith(`./locales/${language}/`))
    .flatMap(([path, texts]) => Object.entries(texts).map(([key, text]) => [`${path} ${key}`, text] as const))
    .filter(([, text]) => words.test(text));
  expect(found).toEqual([]);
});
