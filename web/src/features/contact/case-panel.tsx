import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { caseNumber, readCaseNumber } from "#shared/case-number.ts";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { CaseView } from "./case-view.tsx";
import classes from "./contact.module.css";
import { CODE_LENGTH, codeOf, type Receipt, useLook } from "./contact.ts";

/** Look at a case by its number and code. A receipt that was just given fills both in. */
export function CasePanel({ filled }: { filled: Receipt | undefined }) {
  const { t } = useTranslation("contact");
  const look = useLook();
  const [number, setNumber] = useState("");
  const [code, setCode] = useState("");
  const [checked, setChecked] = useState(false);
  const numberField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLDivElement>(null);

  const { mutate } = look;
  useEffect(() => {
    if (!filled) return;
    setNumber(caseNumber(filled.idx));
    setCode(filled.secret);
    mutate({ idx: filled.idx, secret: filled.secret });
  }, [filled, mutate]);
  useEffect(() => {
    if (look.data) result.current?.focus();
  }, [look.data]);

  const idx = readCaseNumber(number);
  const numberError = idx === undefined ? t("missing.number") : undefined;
  const codeError = codeOf(code).length === CODE_LENGTH ? undefined : t("missing.code", { length: CODE_LENGTH });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (idx === undefined) return numberField.current?.focus();
    if (codeError) return codeField.current?.focus();
    mutate({ idx, secret: code });
  };
  // An answer of the api, not a failure of ours: these two do not belong together.
  const unknown = isCode(look.error, "E001") && look.error.status === 200;

  return (
    <Panel title={t("look.title")}>
      <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
        <p className={classes.dim}>{t("look.lead")}</p>
        <Field
          ref={numberField}
          name="number"
          label={t("receipt.number")}
          value={number}
          maxLength={20}
          autoComplete="off"
          placeholder="G-000000"
          onChange={setNumber}
          error={checked && numberError}
        />
        <Field
          ref={codeField}
          name="code"
          label={t("receipt.code")}
          value={code}
          maxLength={40}
          autoComplete="off"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          onChange={setCode}
          error={checked && codeError}
        />
        <Refusal box error={look.error} words={() => (unknown ? t("look.unknown") : undefined)} />
        <Button type="submit" variant="quiet" wide busy={look.isPending}>
          {look.data ? t("look.again") : t("look.submit")}
        </Button>
      </form>
      {look.data && (
        <div ref={result} tabIndex={-1} className={classes.result}>
          <CaseView found={look.data} />
        </div>
      )}
    </Panel>
  );
}
