import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SiteOption } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { receiptNumber } from "#shared/receipt/number.ts";
import receipts from "#shared/receipt/receipt.module.css";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Found } from "./reset.ts";
import { ResetFinishForm } from "./reset-finish-form.tsx";
import classes from "./session.module.css";

const tones = { open: "busy", confirmed: "good", refused: "bad", done: "good", over: "calm" } as const;

interface ResetStateProps {
  site: SiteOption;
  found: Found;
  /** The ways on: to the login, and to customer service. */
  login: ReactNode;
  contact: ReactNode;
}

/** How far a request has come; a confirmed one takes the new secret. */
export function ResetState({ site, found, login, contact }: ResetStateProps) {
  const { t } = useTranslation("reset");
  const format = useFormat();
  const [finished, setFinished] = useState(false);
  const state = finished ? "done" : known(found.state);
  const until = format.dateTime(found.expiresAt);
  return (
    <section className={classes.reset}>
      <header className={classes.resetHead}>
        <h3>{receiptNumber("R", found.idx)}</h3>
        <StatusPill tone={tones[state]}>{t(`state.${state}`)}</StatusPill>
      </header>
      <p className={receipts.keep} role={finished ? "status" : undefined}>
        {t(`state.${state}Text`, { until })}
      </p>
      {state === "confirmed" && <ResetFinishForm site={site} found={found} onDone={() => setFinished(true)} />}
      {state === "done" && login}
      {state === "refused" && contact}
    </section>
  );
}

/** A state that a newer server adds waits. */
function known(state: string): keyof typeof tones {
  return state in tones ? (state as keyof typeof tones) : "open";
}
