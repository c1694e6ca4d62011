import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import type { Match } from "./matches.ts";
import { useResultText } from "./result-text.ts";

/** The result that a match has now, with its version and its source, beside the score of its feed. */
export function CurrentResult({ match: { result, progress, feed } }: { match: Match }) {
  const { t } = useTranslation(["trading", "sports"]);
  const format = useFormat();
  const resultText = useResultText();
  const begun = progress.state !== "scheduled" && progress.state !== "postponed";
  const facts = [
    { name: t("scoreNow"), value: begun ? `${progress.home}:${progress.away} (${feed})` : "–" },
    { name: t("resultNow"), value: result ? resultText(result) : t("resultNone") },
  ];
  if (result) {
    const by = result.setBy === "" ? result.source : t("sourceBy", { source: result.source, name: result.setBy });
    facts.push(
      { name: t("version"), value: format.number(result.version) },
      { name: t("source"), value: by },
      { name: t("endedAt"), value: format.moment(result.endedAt) },
    );
  }
  return <Facts facts={facts} />;
}
