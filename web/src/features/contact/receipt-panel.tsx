import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { caseNumber } from "#shared/case-number.ts";
import { Button } from "#shared/ui/button.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Panel } from "#shared/ui/page.tsx";
import classes from "./contact.module.css";
import type { Receipt } from "./contact.ts";

interface ReceiptPanelProps {
  receipt: Receipt;
  /** Puts number and code into the form below. */
  onLook(): void;
  onAgain(): void;
}

/** The message has arrived: what opens its answer, this once. The heading takes the focus from the form that it replaces. */
export function ReceiptPanel({ receipt, onLook, onAgain }: ReceiptPanelProps) {
  const { t } = useTranslation("contact");
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const number = caseNumber(receipt.idx);
  return (
    <Panel
      title={
        <span ref={heading} tabIndex={-1} className={classes.done}>
          {t("receipt.title")}
        </span>
      }
    >
      <p className={classes.keep}>{t("receipt.keep")}</p>
      <dl className={classes.keys}>
        <div>
          <dt>{t("receipt.number")}</dt>
          <dd>{number}</dd>
          <CopyButton text={number} label={t("receipt.number")} />
        </div>
        <div>
          <dt>{t("receipt.code")}</dt>
          <dd>{receipt.secret}</dd>
          <CopyButton text={receipt.secret} label={t("receipt.code")} />
        </div>
      </dl>
      <h3 className={classes.next}>{t("receipt.next")}</h3>
      <ol className={classes.steps}>
        <li>{t("receipt.step1")}</li>
        <li>{t("receipt.step2")}</li>
        <li>{t("receipt.step3")}</li>
      </ol>
      <div className={classes.actions}>
        <Button onClick={onLook}>{t("receipt.look")}</Button>
        <Button variant="quiet" onClick={onAgain}>
          {t("receipt.again")}
        </Button>
      </div>
    </Panel>
  );
}
