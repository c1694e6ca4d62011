import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import classes from "./audit.module.css";
import { type Span, useVerify } from "./audit.ts";

/** Checks the record from its newest entry backwards, a stretch at a press, and says how far it holds. */
export function Verify() {
  const { t } = useTranslation("audit");
  const [seen, setSeen] = useState<Span>();
  const verify = useVerify();
  const older = seen && !seen.complete && seen.faults.length === 0 ? seen : undefined;
  const begin = () => verify.mutate(undefined, { onSuccess: setSeen });
  const goOn = ({ from, to }: Span) => verify.mutate(from - 1, { onSuccess: (span) => setSeen({ ...span, to }) });
  return (
    <div className={classes.verify}>
      <Button variant="quiet" icon={<Icon name="check" size={18} />} busy={verify.isPending} onClick={begin}>
        {t("verify")}
      </Button>
      <div role="status">{seen && !verify.isPending && <Result span={seen} />}</div>
      {older && (
        <Button variant="ghost" disabled={verify.isPending} onClick={() => goOn(older)}>
          {t("more")}
        </Button>
      )}
      <Refusal error={verify.error} />
    </div>
  );
}

function Result({ span }: { span: Span }) {
  const { t } = useTranslation("audit");
  const format = useFormat();
  const { from, to, since, complete, faults } = span;
  if (faults.length > 0)
    return (
      <>
        <Fault>{t("verify.failed")}</Fault>
        <ul>
          {faults.map(({ idx, missing }) => (
            <li key={idx}>{t(missing ? "verify.missing" : "verify.changed", { idx })}</li>
          ))}
        </ul>
      </>
    );
  if (since === null) return <p>{t("verify.empty")}</p>;
  return (
    <p>
      {t("verify.ok", { from, to, since: format.dateTime(since) })} {complete && t("verify.whole")}
    </p>
  );
}
