import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useSportWords } from "#shared/sports/words.ts";
import staff from "#shared/staff/staff.module.css";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Match } from "./matches.ts";
import { isOver, useResultText } from "./result-text.ts";
import classes from "./staff-sports.module.css";

/** The teams of a match, above its sport and league. */
export function MatchName({ match: { home, away, sport, leagueName, country } }: { match: Match }) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  return (
    <>
      <strong>{t("match", { home, away })}</strong>{" "}
      <span className={`${staff.dim} ${staff.below}`}>
        {[words.sport(sport), words.country(country), leagueName].filter(Boolean).join(" · ")}
      </span>
    </>
  );
}

/** How far a match is, and all that staff should know of it: who suspended it, what waits. */
export function MatchStatus({ match, now }: { match: Match; now: number }) {
  const { t } = useTranslation("trading");
  const words = useSportWords();
  const format = useFormat();
  const resultText = useResultText();
  const { progress, result, heldBy, otherwise } = match;
  const over = isOver(match);
  return (
    <span className={classes.status}>
      {progress.state === "live" && (
        <span className={classes.score}>
          {words.clock(match.sport, progress, now)} {progress.home}:{progress.away}
        </span>
      )}
      {progress.state === "postponed" && <StatusPill tone="info">{t("postponed")}</StatusPill>}
      {result && <StatusPill tone="good">{t("resultIs", { result: resultText(result) })}</StatusPill>}
      {over && !result && <StatusPill tone="bad">{t("waits")}</StatusPill>}
      {heldBy !== "" && <StatusPill tone="busy">{t("heldBy", { name: heldBy })}</StatusPill>}
      {heldBy === "" && progress.suspended && !over && (
        <StatusPill tone={progress.reason === "lost" ? "bad" : "calm"}>
          {t(progress.reason === "lost" ? "lostMark" : "heldByFeed")}
        </StatusPill>
      )}
      {(["voids", "late", "others"] as const).map(
        (kind) =>
          otherwise[kind] > 0 && (
            <StatusPill key={kind} tone="bad">
              {t(`otherwise.${kind}`, { number: format.number(otherwise[kind]) })}
            </StatusPill>
          ),
      )}
      {match.parked > 0 && (
        <StatusPill tone="busy">{t("parkedMark", { number: format.number(match.parked) })}</StatusPill>
      )}
      {match.voided > 0 && (
        <StatusPill tone="calm">{t("voidedMark", { number: format.number(match.voided) })}</StatusPill>
      )}
      {match.off && <StatusPill tone="calm">{t("notOffered")}</StatusPill>}
    </span>
  );
}

/** The worst case of each outcome of the winner market: a negative one is what the site loses. */
export function Worst({ match }: { match: Match }) {
  const words = useSportWords();
  const question = { kind: "1x2", period: "full", line: 0 };
  if (match.open.winner.length === 0) return "–";
  return (
    <dl className={classes.worst}>
      {match.open.winner.map(({ key, worst }) => (
        <div key={key}>
          <dt>
            <span aria-hidden="true">{words.short(question, key, match)}</span>
            <span className="visually-hidden">{words.pick(question, key, match)}</span>
          </dt>
          <dd>{worst === 0 ? <Money amount={0} /> : <Money amount={worst} tone={worst < 0 ? "loss" : "win"} />}</dd>
        </div>
      ))}
    </dl>
  );
}
