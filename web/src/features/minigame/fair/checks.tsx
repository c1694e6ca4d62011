import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Games } from "../games.ts";
import { type Check, checkRound, type PublishedRound } from "./check-round.ts";
import classes from "./fair.module.css";

interface ChecksProps {
  round: PublishedRound;
  beacon: Games["beacon"];
  every: number;
}

/** The checks of a round, each as it is made. They begin when they are drawn. */
export function Checks({ round, beacon, every }: ChecksProps) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const [hashes, setHashes] = useState(0);
  const [end, setEnd] = useState<"done" | "broken">();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const run = async () => {
      setChecks([]);
      setEnd(undefined);
      for await (const check of checkRound(round, { beacon, every, signal, onHashes: setHashes })) {
        if (signal.aborted) return;
        setChecks((before) => [...before, check]);
      }
      setEnd("done");
    };
    run().catch(() => signal.aborted || setEnd("broken"));
    return () => leaving.abort();
  }, [round, beacon, every]);
  const failed = checks.filter(({ ok }) => !ok).length;
  return (
    <>
      <ul className={classes.checks}>
        {checks.map(({ name, ok, found, published }) => (
          <li key={name} data-ok={ok}>
            <p className={classes.about}>
              <StatusPill tone={ok ? "good" : "bad"}>{t(ok ? "fair.ok" : "fair.failed")}</StatusPill>
              {t(`fair.check.${name}`, { index: format.number(round.index) })}
            </p>
            {found !== "" && found === published ? (
              <code className={classes.value}>{found}</code>
            ) : (
              <Values found={found} published={published} />
            )}
          </li>
        ))}
      </ul>
      {end === undefined && (
        <p className={classes.progress}>
          <progress value={hashes} max={round.index} aria-label={t("fair.check.chain", { index: round.index })} />
          {t("fair.hashes", { done: hashes, all: round.index })}
        </p>
      )}
      <p role="status" className={classes.verdict} data-ok={failed === 0}>
        {end === "done" && (failed === 0 ? t(provenBy(round)) : t("fair.unproven", { count: failed }))}
        {end === "broken" && t("fair.broken")}
      </p>
    </>
  );
}

/** The words for a round whose checks are all ok. That a round was late in truth is not in its data. */
function provenBy({ state, reason }: PublishedRound) {
  if (state !== "void") return "fair.proven";
  return reason === "late" ? "fair.proven.late" : "fair.proven.void";
}

function Values({ found, published }: Pick<Check, "found" | "published">) {
  const { t } = useTranslation("minigame");
  return (
    <dl className={classes.values}>
      {found !== "" && (
        <div>
          <dt>{t("fair.found")}</dt>
          <dd>
            <code>{found}</code>
          </dd>
        </div>
      )}
      {published !== "" && (
        <div>
          <dt>{t("fair.published")}</dt>
          <dd>
            <code>{published}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}
