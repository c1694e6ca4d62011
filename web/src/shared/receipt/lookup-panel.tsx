import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { isCode } from "#shared/api/error.ts";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Panel } from "#shared/ui/page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { CODE_LENGTH, codeOf, type Letter, readReceiptNumber, receiptNumber } from "./number.ts";
import classes from "./receipt.module.css";

/** A number and its code, as the receipt shows them. */
export interface Keys {
  idx: number;
  code: string;
}

interface LookupPanelProps<Found> {
  letter: Letter;
  words: {
    title: string;
    lead: string;
    number: string;
    code: string;
    missingNumber: string;
    missingCode: string;
    submit: string;
    again: string;
    /** Nothing has this number and this code. */
    unknown: string;
  };
  /** A receipt that was just given; a new object is looked at at once. */
  filled: Keys | undefined;
  look: { data: Found | undefined; error: unknown; isPending: boolean; mutateAsync(keys: Keys): Promise<Found> };
  /** Shows the found one. */
  children(found: Found): ReactNode;
}

/** A form for a number and its code, and below it the request or case that they open. */
export function LookupPanel<Found>({ letter, words, filled, look, children }: LookupPanelProps<Found>) {
  const result = useRef<HTMLDivElement>(null);
  const form = useAppForm({
    defaultValues: { number: "", code: "" },
    check: ({ number, code }) => ({
      number: readReceiptNumber(letter, number) === undefined && words.missingNumber,
      code: codeOf(code).length !== CODE_LENGTH && words.missingCode,
    }),
    onSubmit: ({ number, code }) => look.mutateAsync({ idx: readReceiptNumber(letter, number) ?? 0, code }),
  });

  const fill = useEffectEvent(({ idx, code }: Keys) => {
    form.reset({ number: receiptNumber(letter, idx), code });
    form.submit();
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
    <Panel title={words.title}>
      <Form form={form} className={classes.form} autoComplete="off">
        <p className={classes.dim}>{words.lead}</p>
        <FormField
          control={form.control}
          name="number"
          label={words.number}
          maxLength={20}
          autoComplete="off"
          placeholder={`${letter}-000000`}
        />
        <FormField
          control={form.control}
          name="code"
          label={words.code}
          maxLength={40}
          autoComplete="off"
          placeholder="XXXX-XXXX-XXXX-XXXX"
        />
        <Refusal box error={look.error} words={() => (unknown ? words.unknown : undefined)} />
        <Button type="submit" variant="quiet" wide busy={look.isPending}>
          {look.data ? words.again : words.submit}
        </Button>
      </Form>
      {look.data && (
        <div ref={result} tabIndex={-1} className={classes.result}>
          {children(look.data)}
        </div>
      )}
    </Panel>
  );
}
