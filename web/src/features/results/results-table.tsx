import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { outcomeIn } from "#shared/sports/outcome.ts";
import { SportIcon } from "#shared/sports/sport-icon.tsx";
import { isSport } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import classes from "./results.module.css";
import { type MatchResult, type View, views } from "./results.ts";

/** Matches that ended, each with its scores and the selections of the view that won. */
export function ResultsTable({ view, list }: { view: View; list: readonly MatchResult[] }) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const format = useFormat();
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("results.when")}</th>
            <th scope="col">{t("results.match")}</th>
            <th scope="col">{t("results.score")}</th>
            <th scope="col">{t(`results.${view}`)}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((result) => (
            <tr key={result.eventIdx}>
              <td className={classes.when}>
                <time dateTime={result.startsAt}>{format.dateTime(result.startsAt)}</time>
              </td>
              <th scope="row">
                <span className={classes.league}>
                  {isSport(result.sport) && <SportIcon sport={result.sport} size={16} />}
                  {words.sport(result.sport)} · {result.leagueName}
                </span>
                <span className={classes.sides}>{t("match", { home: result.home, away: result.away })}</span>
              </th>
              <td>
                <Score result={result} />
              </td>
              <td>
                <Won view={view} result={result} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const voids = ["cancelled", "abandoned", "postponed"] as const;

/** The final score, the one at half-time, and all others by part. A match that was called off has none. */
function Score({ result: { void: called, full, half, scores, source } }: { result: MatchResult }) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const reason = voids.find((one) => one === called);
  if (reason) return <span className={classes.quiet}>{t(`void.${reason}`)}</span>;
  const parts = Object.entries(scores).sort(([a], [b]) => a.localeCompare(b));
  return (
    <>
      <strong className={classes.full}>
        {full.home}:{full.away}
      </strong>
      {half && <span className={classes.quiet}>{t("results.half", { score: `${half.home}:${half.away}` })}</span>}
      {parts.length > 0 && (
        <span className={classes.quiet}>
          {parts.map(([part, { home, away }]) => `${words.period(part)} ${home}:${away}`).join(" · ")}
        </span>
      )}
      <span className={classes.quiet}>{t("results.source", { source })}</span>
    </>
  );
}

/** The selections that won in each market of the view; half a win and a stake that came back say so. */
function Won({ view, result }: { view: View; result: MatchResult }) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const kinds: readonly string[] = views[view];
  const markets = result.markets.filter(({ kind }) => kinds.includes(kind));
  if (markets.length === 0) return <span className={classes.quiet}>–</span>;
  return (
    <ul className={classes.won}>
      {markets.map((market) => (
        <li key={`${market.kind}:${market.period}:${market.line}`}>
          <span className={classes.quiet}>{words.market(market)}</span>
          {market.winners.map(({ key, outcome }) => {
            const how = outcomeIn(outcome);
            return (
              <span key={key}>
                {words.pick(market, key, result)}
                {how && how.verdict !== "won" && ` (${t(`leg.${how.verdict}`)})`}
              </span>
            );
          })}
        </li>
      ))}
    </ul>
  );
}
