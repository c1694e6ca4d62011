import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { FileMenu } from "#shared/ui/file-menu.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { scrollStop } from "#shared/ui/scroll-stop.ts";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./settlement.module.css";
import { type Statement, stateOf } from "./statements.ts";
import { isListed, type Recomputed, useRecompute } from "./use-recompute.ts";

/** The outcome of computing the file again: equal, or the first line that differs. */
function Outcome({ recomputed, listed }: { recomputed: Recomputed; listed: Statement }) {
  const { t } = useTranslation("partner-settlement");
  const format = useFormat();
  if (recomputed.state === "busy")
    return <p role="status">{t("busy", { size: format.number(Math.ceil(recomputed.bytes / 1024)) })}</p>;
  if (recomputed.state === "failed") return <Refusal box error={recomputed.error} />;
  if (recomputed.state === "idle") return null;
  const { answer } = recomputed;
  if ("difference" in answer) {
    const { line, want, got } = answer.difference;
    return (
      <div role="alert" className={classes.bad}>
        <StatusPill tone="bad">{t("differs", { line: format.number(line) })}</StatusPill>
        <p>{t("file")}</p>
        <pre ref={scrollStop} className={classes.line}>
          {got || "–"}
        </pre>
        <p>{t("should")}</p>
        <pre ref={scrollStop} className={classes.line}>
          {want || "–"}
        </pre>
      </div>
    );
  }
  const { proof } = answer;
  const other = !isListed(proof, listed);
  return (
    <div role="status" className={classes.good}>
      <StatusPill tone={other ? "bad" : "good"}>{t(other ? "otherFile" : "equal")}</StatusPill>
      <p>{t("equalText", { lines: format.number(proof.lines), amount: format.money(Number(proof.amount)) })}</p>
    </div>
  );
}

/** One statement: what it comes to, its place in the chain, and its proof. */
export function StatementDialog({
  statement: s,
  partner,
  onClose,
}: {
  statement: Statement;
  partner: string;
  onClose(): void;
}) {
  const { t } = useTranslation("partner-settlement");
  const format = useFormat();
  const { recomputed, recompute, download } = useRecompute(s);
  const busy = recomputed.state === "busy";
  return (
    <Dialog title={t("statementTitle", { no: s.no, day: s.day })} onClose={onClose} wide>
      <div className={classes.body}>
        <Facts
          facts={[
            { name: t("stake"), value: <Money amount={s.stake} /> },
            { name: t("payout"), value: <Money amount={s.payout} /> },
            { name: t("valid"), value: <Money amount={s.valid} /> },
            { name: t("bonus"), value: <Money amount={s.bonus} /> },
            { name: t("rolling"), value: <Money amount={s.rolling} /> },
            { name: t("losing"), value: <Money amount={s.losing} /> },
            { name: t("carriedIn"), value: <Money amount={s.carriedIn} /> },
            { name: t("carriedOut"), value: <Money amount={s.carriedOut} /> },
            { name: t("owedIn"), value: <Money amount={s.owedIn} /> },
            ...(s.repaid === 0 ? [] : [{ name: t("repaid"), value: <Money amount={s.repaid} /> }]),
            { name: t("owedOut"), value: <Money amount={s.owedOut} /> },
            ...(s.offset === 0 ? [] : [{ name: t("offset"), value: <Money amount={s.offset} /> }]),
            { name: t("amount"), value: <Money amount={s.amount} /> },
            {
              name: t("state"),
              value: <StatusPill tone={stateOf(s).tone}>{t(stateOf(s).text)}</StatusPill>,
            },
            ...(s.left === s.amount ? [] : [{ name: t("left"), value: <Money amount={s.left} /> }]),
            ...(s.decidedAt ? [{ name: t("decidedAt"), value: format.moment(s.decidedAt) }] : []),
            ...(s.reason ? [{ name: t("reason"), value: s.reason }] : []),
          ]}
        />
        <section aria-labelledby="proof" className={classes.proof}>
          <h3 id="proof">{t("proof")}</h3>
          <p className={classes.dim}>{t("proofText")}</p>
          <dl className={classes.hashes}>
            <dt>{t("hash")}</dt>
            <dd>{s.hash}</dd>
            <dt>{t("before")}</dt>
            <dd>{s.before}</dd>
            <dt>{t("key")}</dt>
            <dd>{s.key}</dd>
          </dl>
          <div className={classes.buttons}>
            <Button busy={busy} onClick={() => void recompute()}>
              {t("recompute")}
            </Button>
            <Button variant="quiet" disabled={busy} onClick={() => void download(`${partner}-${s.day}`, "jsonl")}>
              {t("download")}
            </Button>
            <FileMenu
              label={t("downloadCsv")}
              disabled={busy}
              onChoose={(format) => void download(`${partner}-${s.day}`, format)}
            />
          </div>
          <Outcome recomputed={recomputed} listed={s} />
        </section>
      </div>
    </Dialog>
  );
}
