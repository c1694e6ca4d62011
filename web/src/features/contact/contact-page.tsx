import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Page, Panel } from "#shared/ui/page.tsx";
import { CasePanel } from "./case-panel.tsx";
import classes from "./contact.module.css";
import type { Begin, Receipt } from "./contact.ts";
import { ContactForm } from "./contact-form.tsx";
import { ReceiptPanel } from "./receipt-panel.tsx";

/** For people who cannot log in: write to staff, and read the answer here, without an account (review W11). */
export function ContactPage({ begin, privacy }: { begin: Begin; privacy: ReactNode }) {
  const { t } = useTranslation("contact");
  const [receipt, setReceipt] = useState<Receipt>();
  const [filled, setFilled] = useState<Receipt>();
  return (
    <Page title={t("title")} lead={t("lead")}>
      <div className={classes.columns}>
        {receipt ? (
          <ReceiptPanel
            receipt={receipt}
            onLook={() => setFilled({ ...receipt })}
            onAgain={() => {
              setReceipt(undefined);
              setFilled(undefined);
            }}
          />
        ) : (
          <Panel title={t("write.title")}>
            <ContactForm begin={begin} onDone={setReceipt} />
            <p className={classes.dim}>
              {t("privacy")} {privacy}
            </p>
          </Panel>
        )}
        <CasePanel filled={filled} />
      </div>
    </Page>
  );
}
