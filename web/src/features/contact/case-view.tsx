import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { receiptNumber } from "#shared/receipt/number.ts";
import receipts from "#shared/receipt/receipt.module.css";
import { RichText } from "#shared/ui/rich-text.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./contact.module.css";
import type { GuestCase } from "./contact.ts";

/** A case: what was written, and the answer or that there is none yet. */
export function CaseView({ found }: { found: GuestCase }) {
  const { t } = useTranslation("contact");
  const format = useFormat();
  const answered = found.status === "answer";
  return (
    <article className={classes.case}>
      <header className={classes.caseHead}>
        <h3>{receiptNumber("G", found.idx)}</h3>
        <StatusPill tone={answered ? "good" : "busy"}>{t(answered ? "look.answered" : "look.waiting")}</StatusPill>
      </header>
      {answered ? (
        <section className={classes.answer}>
          <h4>{t("look.answer")}</h4>
          <RichText html={found.answer} />
          {found.answeredAt && <time className={classes.when}>{format.dateTime(found.answeredAt)}</time>}
        </section>
      ) : (
        <p className={receipts.keep}>{t("look.waitingText")}</p>
      )}
      <section className={classes.question}>
        <h4>{t("look.question")}</h4>
        <RichText html={found.content} />
        <time className={classes.when}>{format.dateTime(found.createdAt)}</time>
      </section>
    </article>
  );
}
