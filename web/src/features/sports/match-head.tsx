import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { Match } from "#shared/sports/book.ts";
import { SportIcon } from "#shared/sports/sport-icon.tsx";
import { isSport } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { scrollStop } from "#shared/ui/scroll-stop.ts";
import { useNow } from "#shared/use-now.ts";
import classes from "./match-head.module.css";
import { Pitch } from "./pitch.tsx";

/** The minute is written; seconds would only hurry. */
const CLOCK_MS = 5_000;

/** The two sides, the score, and how it came to that part by part. */
export function MatchHead({ match }: { match: Match }) {
  const { t } = useTranslation(["sports", "play"]);
  const words = useSportWords();
  const format = useFormat();
  const now = useNow(CLOCK_MS);
  const { sport, leagueName, country, home, away, progress } = match;
  const { state, period, suspended, startsAt } = progress;
  const begun = state === "live" || state === "ended";
  return (
    <section className={classes.head} data-state={state} aria-label={`${home} – ${away}`}>
      <Pitch sport={sport} />
      <p className={classes.league}>
        {isSport(sport) && <SportIcon sport={sport} size={18} />}
        {[words.sport(sport), words.country(country), leagueName].filter(Boolean).join(" · ")}
      </p>
      <div className={classes.sides}>
        <strong>{home}</strong>
        <div className={classes.middle}>
          {begun ? (
            <span className={classes.score} aria-live="polite">
              <span className="visually-hidden">{t("match.stands", { home: progress.home, away: progress.away })}</span>
              <span aria-hidden="true">{progress.home}</span>
              <span aria-hidden="true">:</span>
              <span aria-hidden="true">{progress.away}</span>
            </span>
          ) : (
            <time className={classes.start} dateTime={startsAt}>
              {format.dateTime(startsAt)}
            </time>
          )}
          <span className={classes.clock}>
            {state === "live" && (
              <>
                <span className={classes.lamp} />
                {t("play:match.live")} · {words.period(period)}
                {words.clock(sport, progress, now) !== words.period(period) &&
                  ` · ${words.clock(sport, progress, now)}`}
              </>
            )}
            {state === "ended" && t("match.ended")}
            {state === "cancelled" && t("match.cancelled")}
          </span>
        </div>
        <strong>{away}</strong>
      </div>
      {begun && <Parts match={match} />}
      <p className={classes.notice} role="status">
        {state === "live" && suspended && t("match.suspended")}
      </p>
    </section>
  );
}

/** The score of each part that was played, and the cards and corners that the feed counts. */
function Parts({ match: { home, away, progress } }: { match: Match }) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const parts = Object.entries(progress.scores ?? {}).sort(([a], [b]) => a.localeCompare(b));
  const counts = (["corner", "yellow", "red"] as const).flatMap((kind) => {
    const count = progress.cards?.[kind];
    return count ? [{ kind, ...count }] : [];
  });
  if (parts.length === 0 && counts.length === 0) return null;
  return (
    <div ref={scrollStop} className={classes.parts}>
      <table>
        <caption className="visually-hidden">{t("match.parts")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("match.side")}</span>
            </th>
            {parts.map(([part]) => (
              <th key={part} scope="col">
                {words.period(part)}
              </th>
            ))}
            {counts.map(({ kind }) => (
              <th key={kind} scope="col">
                <span className={classes.card} data-kind={kind}>
                  {t(`count.${kind}`)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(["home", "away"] as const).map((side) => (
            <tr key={side}>
              <th scope="row">{side === "home" ? home : away}</th>
              {parts.map(([part, score]) => (
                <td key={part}>{score[side]}</td>
              ))}
              {counts.map((count) => (
                <td key={count.kind}>{count[side]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
