import { useTranslation } from "react-i18next";
import { defaultLanguage, isLanguage, type Language } from "./i18n/languages.ts";

/**
 * Korean banks by the name with which accounts are registered (`api/site/banks.go`), as the readers of other languages know them.
 * Vietnamese and Thai readers know them by their English names. The banks of Vietnam have one name in every language.
 */
const names: Record<string, { en: string; cn: string; jp: string }> = {
  KDB산업은행: { en: "KDB Korea Development Bank", cn: "韩国产业银行 (KDB)", jp: "韓国産業銀行 (KDB)" },
  IBK기업은행: { en: "IBK Industrial Bank of Korea", cn: "韩国企业银行 (IBK)", jp: "中小企業銀行 (IBK)" },
  KB국민은행: { en: "KB Kookmin Bank", cn: "国民银行 (KB)", jp: "国民銀行 (KB)" },
  수협은행: { en: "Suhyup Bank", cn: "水协银行 (Suhyup)", jp: "水協銀行 (Suhyup)" },
  NH농협은행: { en: "NH NongHyup Bank", cn: "农协银行 (NH)", jp: "農協銀行 (NH)" },
  우리은행: { en: "Woori Bank", cn: "友利银行 (Woori)", jp: "ウリィ銀行 (Woori)" },
  SC제일은행: { en: "SC First Bank", cn: "SC第一银行", jp: "SC第一銀行" },
  한국씨티은행: { en: "Citibank Korea", cn: "韩国花旗银行 (Citibank)", jp: "韓国シティバンク (Citibank)" },
  iM뱅크: { en: "iM Bank", cn: "iM银行", jp: "iMバンク" },
  부산은행: { en: "Busan Bank", cn: "釜山银行 (Busan)", jp: "釜山銀行 (Busan)" },
  광주은행: { en: "Kwangju Bank", cn: "光州银行 (Kwangju)", jp: "光州銀行 (Kwangju)" },
  제주은행: { en: "Jeju Bank", cn: "济州银行 (Jeju)", jp: "済州銀行 (Jeju)" },
  전북은행: { en: "Jeonbuk Bank", cn: "全北银行 (Jeonbuk)", jp: "全北銀行 (Jeonbuk)" },
  경남은행: { en: "Kyongnam Bank", cn: "庆南银行 (Kyongnam)", jp: "慶南銀行 (Kyongnam)" },
  새마을금고: { en: "MG Saemaul Geumgo", cn: "新村金库 (MG)", jp: "セマウル金庫 (MG)" },
  신협: { en: "Shinhyup Credit Union", cn: "信协 (Shinhyup)", jp: "信協 (Shinhyup)" },
  저축은행: { en: "Savings banks", cn: "储蓄银行", jp: "貯蓄銀行" },
  산림조합: { en: "Forestry Cooperative (SJ)", cn: "山林组合 (SJ)", jp: "山林組合 (SJ)" },
  우체국: { en: "Korea Post", cn: "韩国邮政 (Korea Post)", jp: "韓国郵便局 (Korea Post)" },
  하나은행: { en: "Hana Bank", cn: "韩亚银行 (Hana)", jp: "ハナ銀行 (Hana)" },
  신한은행: { en: "Shinhan Bank", cn: "新韩银行 (Shinhan)", jp: "新韓銀行 (Shinhan)" },
  케이뱅크: { en: "K bank", cn: "K bank", jp: "Kバンク" },
  카카오뱅크: { en: "KakaoBank", cn: "KakaoBank", jp: "カカオバンク" },
  토스뱅크: { en: "Toss Bank", cn: "Toss Bank", jp: "トスバンク" },
};

/** Older accounts name their bank in English. */
const registered = new Map(
  Object.entries(names).flatMap(([name, { en }]) => [
    [en.toLowerCase(), name],
    [en.toLowerCase().replace(/ bank$/, ""), name],
    [en.toLowerCase().replace(/^(kb|nh|ibk|kdb|mg) (.+?)( bank)?$/, "$2"), name],
  ]),
);

/**
 * Returns how a bank is called in a language: Korean readers see its registered name, others the name they know with the registered
 * one behind it, because that is what the bank itself writes. A bank that is not in the table keeps its name.
 */
export function bankName(bank: string, language: Language): string {
  const name = Object.hasOwn(names, bank) ? bank : (registered.get(bank.trim().toLowerCase()) ?? bank);
  const known = Object.hasOwn(names, name) ? names[name] : undefined;
  if (known === undefined || language === "ko") return name;
  return `${language === "cn" || language === "jp" ? known[language] : known.en} · ${name}`;
}

/** Banks as the language shown calls them. */
export function useBankName(): (bank: string) => string {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : defaultLanguage;
  return (bank) => bankName(bank, language);
}
