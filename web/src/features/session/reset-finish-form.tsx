import { useTranslation } from "react-i18next";
import type { SiteOption } from "#shared/api/types.ts";
import receipts from "#shared/receipt/receipt.module.css";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { changeFault, emptyChange, fieldOfRefusal } from "./change.ts";
import { type Found, useFinish } from "./reset.ts";
import { useRuleFault } from "./use-rule-fault.ts";

interface ResetFinishFormProps {
  site: SiteOption;
  found: Found;
  onDone(): void;
}

/** The member chooses the new secret of a confirmed request. */
export function ResetFinishForm({ site, found, onDone }: ResetFinishFormProps) {
  const { t } = useTranslation(["reset", "session"]);
  const ruleFault = useRuleFault();
  const finish = useFinish();
  const kind = found.secret === "pin" ? "pin" : "password";
  const form = useAppForm({
    defaultValues: { next: "", again: "" },
    check: (values) => {
      const typed = { ...emptyChange, ...values };
      return {
        next: ruleFault(changeFault(kind, "next", typed, site, "")),
        again: ruleFault(changeFault(kind, "again", typed, site, "")),
      };
    },
    onSubmit: ({ next }) => finish.mutateAsync({ idx: found.idx, code: found.code, newSecret: next }),
    onDone,
    fieldOf: (code) => (fieldOfRefusal(code) === "next" ? "next" : null),
  });
  // A PIN is nothing that a browser should offer to keep.
  const secret =
    kind === "pin"
      ? ({ autoComplete: "off", inputMode: "numeric", maxLength: site.pinLength, clean: digits } as const)
      : ({ autoComplete: "new-password" } as const);
  return (
    <Form form={form} className={receipts.form}>
      <FormPassword
        {...secret}
        control={form.control}
        name="next"
        label={t(`session:change.${kind}.next`)}
        hint={
          kind === "pin"
            ? t("session:hint.cashPin", { length: site.pinLength })
            : t("session:hint.memPass", { min: site.passMin, max: site.passMax })
        }
      />
      <FormPassword {...secret} control={form.control} name="again" label={t(`session:change.${kind}.again`)} />
      <Refusal box error={form.refusal} />
      <Button type="submit" size="lg" wide busy={form.busy}>
        {t(`session:change.${kind}.submit`)}
      </Button>
    </Form>
  );
}
