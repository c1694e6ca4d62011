import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { caseNumber, readCaseNumber } from "#shared/case-number.ts";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Panel } from "#shared/ui/page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { CaseView } from "./case-view.tsx";
import classes from "./contact.module.css";
import { CODE_LENGTH, codeOf, type Receipt, useLook } from "./contact.ts";

/** Look at a case by its number and code. A receipt that was just given fills both in. */
export function CasePanel({ filled }: { filled: Receipt | undefined }) {
  const { t } = useTranslation("contact");
  const look = useLook();
  const result = useRef<HTMLDivElement>(null);
  const form = useAppForm({
    defaultValues: { number: "", code: "" },
    check: ({ number, code }) => ({
      number: readCaseNumber(number) === undefined && t("missing.number"),
      code: codeOf(code).length !== CODE_LENGTH && t("missing.code", { length: CODE_LENGTH }),
    }),
    onSubmit: ({ number, code }) => look.mutateAsync({ idx: readCaseNumber(number) ?? 0, secret: code }),
  });

  const fill = useEffectEvent(({ idx, secret }: Receipt) => {
    form.reset({ number: caseNumber(idx), code: secret });
    look.mutate({ idx, secret });
  });
  useEffect(() => {
    if (filled) fill(filled);
  }, [filled]);
  useEffect(() => {
    if (look.data) result.current?.focus();
  }, [look.data]);

  // An answer of the api, not a failure of ours: these two do not belong together.
  const unknown = isCode(look.error, "E001") && look.error.status === 200;

  return (
    <Panel title={t("look.title")}>
      <Form form={form} className={classes.form} autoComplete="off">
        <p className={classes.dim}>{t("look.lead")}</p>
        <FormField
          control={form.control}
          name="number"
          label={t("receipt.number")}
          maxLength={20}
          autoComplete="off"
          placeholder="G-000000"
        />
        <FormField
          control={form.control}
          name="code"
          label={t("receipt.code")}
          maxLength={40}
          autoComplete="off"
          placeholder="XXXX-XXXX-XXXX-XXXX"
        />
        <Refusal box error={look.error} words={() => (unknown ? t("look.unknown") : undefined)} />
        <Button type="submit" variant="quiet" wide busy={look.isPending}>
          {look.data ? t("look.again") : t("look.submit")}
        </Button>
      </Form>
      {look.data && (
        <div ref={result} tabIndex={-1} className={classes.result}>
          <CaseView found={look.data} />
        </div>
      )}
    </Panel>
  );
}
