import { useTranslation } from "react-i18next";
import { type Language, languages } from "#shared/i18n/languages.ts";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import own from "./content.module.css";
import { statusIn, type TextStatus, type Translated } from "./text-values.ts";

const tones = { source: "info", done: "good", draft: "calm", changed: "busy", missing: "calm" } as const;
const signs: Record<TextStatus, string> = { source: "●", done: "✓", draft: "…", changed: "!", missing: "–" };

/** The status of a text in a word, or short as a sign whose word is read out. */
export function TextStatusPill({ status, short = false }: { status: TextStatus; short?: boolean }) {
  const { t } = useTranslation("admin");
  const word = t(`content.status.${status}`);
  if (!short) return <StatusPill tone={tones[status]}>{word}</StatusPill>;
  return (
    <span title={word} data-status={status} className={own.sign}>
      <span aria-hidden="true">{signs[status]}</span>
      <span className="visually-hidden">({word})</span>
    </span>
  );
}

/** The languages of the site, each with the status of the text in it. */
export function TextStatuses({ row, spoken }: { row: Translated; spoken: Language[] }) {
  return (
    <span className={own.statuses}>
      {spoken.map((key) => (
        <span key={key} className={own.status} title={languages[key].name}>
          {key.toUpperCase()} <TextStatusPill status={statusIn(row, key)} short />
        </span>
      ))}
    </span>
  );
}
