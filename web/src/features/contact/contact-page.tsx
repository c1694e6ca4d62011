import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { LookupPanel } from "#shared/receipt/lookup-panel.tsx";
import { CODE_LENGTH, receiptNumber } from "#shared/receipt/number.ts";
import receipts from "#shared/receipt/receipt.module.css";
import { ReceiptPanel } from "#shared/receipt/receipt-panel.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { CaseView } from "./case-view.tsx";
import { type Begin, type Receipt, useLook } from "./contact.ts";
import { ContactForm } from "./contact-form.tsx";

/** For people who cannot log in: write to staff, and read the answer here, without an account (review W11). */
export function ContactPage({ begin, privacy }: { begin: Begin; privacy: ReactNode }) {
  const { t } = useTranslation("contact");
  const look = useLook();
  const [receipt, setReceipt] = useState<Receipt>();
  const [filled, setFilled] = useState<Receipt>();
  return (
    <Page title={t("title")} lead={t("lead")}>
      <div className={receipts.columns}>
        {receipt ? (
          <ReceiptPanel
            title={t("receipt.title")}
            keep={t("receipt.keep")}
            number={{ label: t("receipt.number"), text: receiptNumber("G", receipt.idx) }}
            code={{ label: t("receipt.code"), text: receipt.code }}
            next={{
              title: t("receipt.next"),
              steps: [t("receipt.step1"), t("receipt.step2"), t("receipt.step3")],
            }}
            look={{ text: t("receipt.look"), run: () => setFilled({ ...receipt }) }}
            again={{
              text: t("receipt.again"),
              run: () => {
                setReceipt(undefined);
                setFilled(undefined);
              },
            }}
          />
        ) : (
          <Panel title={t("write.title")}>
            <ContactForm begin={begin} onDone={setReceipt} />
            <p className={receipts.dim}>
              {t("privacy")} {privacy}
            </p>
          </Panel>
        )}
        <LookupPanel
          letter="G"
          words={{
            title: t("look.title"),
            lead: t("look.lead"),
            number: t("receipt.number"),
            code: t("receipt.code"),
            missingNumber: t("missing.number"),
            missingCode: t("missing.code", { length: CODE_LENGTH }),
            submit: t("look.submit"),
            again: t("look.again"),
            unknown: t("look.unknown"),
          }}
          filled={filled}
          look={look}
        >
          {(found) => <CaseView found={found} />}
        </LookupPanel>
      </div>
    </Page>
  );
}
