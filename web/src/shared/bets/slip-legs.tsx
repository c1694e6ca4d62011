import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type OddsForm, writeOdds } from "#shared/odds.ts";
import { outcomeIn, type Verdict } from "#shared/sports/outcome.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { SlipOfBet } from "./bet.ts";
import classes from "./receipt.module.css";

type Folder = SlipOfBet["folders"][number];

const tones: Record<Verdict, "good" | "calm" | "info"> = {
  won: "good",
  "half-won": "good",
  lost: "calm",
  "half-lost": "calm",
  push: "info",
  void: "info",
  "dead-heat": "info",
};

/** How a leg ended. A dead heat says how many shared the place. */
function LegOutcome({ outcome }: { outcome: string }) {
  const { t } = useTranslation("sports");
  const how = outcomeIn(outcome);
  if (!how) return <StatusPill tone="busy">{t("leg.open")}</StatusPill>;
  return (
    <StatusPill tone={tones[how.verdict]}>
      {t(`leg.${how.verdict}`)} {how.share}
    </StatusPill>
  );
}

const voids = ["cancelled", "abandoned", "postponed"] as const;

/** Why a leg is void, and the score by which it was settled or that of now. */
function useHow() {
  const { t } = useTranslation("sports");
  return ({ voidReason, score, progress }: Folder): string => {
    const reason = voids.find((one) => one === voidReason);
    if (reason) return t(`void.${reason}`);
    if (score) {
      const full = `${score.full.home}:${score.full.away}`;
      return score.half ? t("leg.score.half", { full, half: `${score.half.home}:${score.half.away}` }) : full;
    }
    return progress.state === "live" ? t("leg.now", { score: `${progress.home}:${progress.away}` }) : "";
  };
}

interface SlipLegsProps {
  slip: SlipOfBet;
  /** How odds are written. */
  form: OddsForm;
  /** The way to a version of the house rules. */
  rules(version: number): ReactNode;
}

/** Why a leg is void whatever its match says. */
const lates = ["start", "score", "end", "staff"] as const;

/** The legs of a bet on the sportsbook, each with the result by which it was settled, and what the bet was placed at. */
export function SlipLegs({ slip, form, rules }: SlipLegsProps) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const format = useFormat();
  const how = useHow();
  const facts: Fact[] = [
    { name: t("slip.odds"), value: writeOdds(slip.odds, form) },
    ...(slip.bonus > 1_000 ? [{ name: t("slip.bonus"), value: `×${writeOdds(slip.bonus, "decimal")}` }] : []),
    { name: t("slip.win"), value: <Money amount={slip.win} /> },
    ...(slip.rules > 0 ? [{ name: t("slip.rules"), value: rules(slip.rules) }] : []),
    ...(slip.state === "cashed" ? [{ name: t("slip.end"), value: t("slip.cashed") }] : []),
    ...(slip.reason === "" ? [] : [{ name: t("slip.reason"), value: t(`gone.${goneOf(slip.reason)}`) }]),
  ];
  return (
    <>
      <ul className={classes.legs}>
        {slip.folders.map((folder) => (
          <li key={`${folder.marketIdx}:${folder.key}`}>
            <p className={classes.pick}>
              <strong>{words.pick(folder, folder.key, folder)}</strong>
              <span>{writeOdds(folder.price, form)}</span>
            </p>
            <p className={classes.note}>
              {words.market(folder)} · {words.sport(folder.sport)} · {folder.leagueName}
            </p>
            <p className={classes.pick}>
              <span>
                {t("match", { home: folder.home, away: folder.away })} <strong>{how(folder)}</strong>
              </span>
              <LegOutcome outcome={folder.outcome} />
            </p>
            <p className={classes.note}>{format.dateTime(folder.startsAt)}</p>
            {lates.map((why) => why === folder.late && <p key={why}>{t(`late.${why}`)}</p>)}
          </li>
        ))}
      </ul>
      <Facts roomy facts={facts} />
      {slip.corrections.length > 0 && <Corrections slip={slip} />}
    </>
  );
}

/** How the bet stood before staff put it right, and why. */
function Corrections({ slip }: { slip: SlipOfBet }) {
  const { t } = useTranslation("sports");
  const format = useFormat();
  return (
    <section>
      <h4>{t("corrected.title")}</h4>
      <ul className={classes.legs}>
        {slip.corrections.map((one) => (
          <li key={one.at}>
            <p>
              {t("corrected.line", {
                was: t(`ended.${endOf(one.was)}`),
                wasPaid: format.money(one.wasPaid),
                is: t(`ended.${endOf(one.is)}`),
                paid: format.money(one.paid),
              })}
            </p>
            <p className={classes.note}>{t("corrected.reason", { reason: one.reason })}</p>
            <p className={classes.note}>{format.dateTime(one.at)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ends = ["open", "won", "lost", "drawn", "cashed", "void"] as const;
const endOf = (state: string) => ends.find((one) => one === state) ?? "open";

const reasons = ["score", "suspended", "inactive", "closed", "off", "changed"] as const;
const goneOf = (reason: string) => reasons.find((one) => one === reason) ?? "changed";
