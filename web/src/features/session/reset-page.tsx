import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type Keys, LookupPanel } from "#shared/receipt/lookup-panel.tsx";
import { CODE_LENGTH, receiptNumber } from "#shared/receipt/number.ts";
import receipts from "#shared/receipt/receipt.module.css";
import { ReceiptPanel } from "#shared/receipt/receipt-panel.tsx";
import { useSite } from "#shared/site.ts";
import { Page, Panel } from "#shared/ui/page.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { type Forgotten, useFound } from "./reset.ts";
import { ResetAskForm } from "./reset-ask-form.tsx";
import { ResetState } from "./reset-state.tsx";

interface ResetPageProps {
  begin: { forgotten: Forgotten; memId: string };
  /** The ways on: to the login, and to customer service. */
  login: ReactNode;
  contact: ReactNode;
}

/** For members who forgot a secret: ask for a new one, and choose it once staff has confirmed who asks (S-04, S-06). */
export function ResetPage({ begin, login, contact }: ResetPageProps) {
  const { t } = useTranslation("reset");
  const format = useFormat();
  const site = useSite();
  const look = useFound();
  const [receipt, setReceipt] = useState<Keys & { expiresAt: string }>();
  const [filled, setFilled] = useState<Keys>();
  return (
    <Page title={t("title")} lead={t("lead")}>
      <div className={receipts.columns}>
        {receipt ? (
          <ReceiptPanel
            title={t("receipt.title")}
            keep={t("receipt.keep")}
            number={{ label: t("receipt.number"), text: receiptNumber("R", receipt.idx) }}
            code={{ label: t("receipt.code"), text: receipt.code }}
            next={{
              title: t("receipt.next"),
              steps: [
                t("receipt.step1", { until: format.dateTime(receipt.expiresAt) }),
                t("receipt.step2"),
                t("receipt.step3"),
              ],
            }}
            look={{ text: t("receipt.look"), run: () => setFilled({ idx: receipt.idx, code: receipt.code }) }}
            again={{
              text: t("receipt.again"),
              run: () => {
                setReceipt(undefined);
                setFilled(undefined);
              },
            }}
          />
        ) : (
          <Panel title={t("ask.title")}>
            {site ? (
              <ResetAskForm site={site} begin={begin} onDone={setReceipt} />
            ) : (
              <Skeleton height="var(--form-wait)" radius="var(--radius-m)" />
            )}
          </Panel>
        )}
        <LookupPanel
          letter="R"
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
          {(found) => site && <ResetState key={found.idx} site={site} found={found} login={login} contact={contact} />}
        </LookupPanel>
      </div>
    </Page>
  );
}
