import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isLanguage, languages } from "#shared/i18n/languages.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormSelect, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type Change, reasonsQuery, useRefuseChange } from "./details.ts";

const MEMO_MAX = 200;

interface RefuseDialogProps {
  change: Change;
  words(error: unknown): string | undefined;
  onClose(): void;
}

/** A refusal has a reason, which the member reads: a usual one in the member's language, own words, or both. */
export function RefuseDialog({ change, words, onClose }: RefuseDialogProps) {
  const { t, i18n } = useTranslation(["details", "admin"]);
  const { memId, lang } = change;
  const toast = useToast();
  const refuse = useRefuseChange();
  const reasons = useQuery(reasonsQuery(i18n.language, lang)).data?.list ?? [];
  const form = useAppForm({
    defaultValues: { template: "", memo: "" },
    check: ({ template, memo }) => ({ memo: template === "" && memo.trim() === "" && t("why") }),
    onSubmit: ({ template, memo }) => refuse.mutateAsync({ idx: change.idx, template, memo: memo.trim() }),
    onDone: () => {
      toast({ tone: "done", text: t("refused") });
      onClose();
    },
  });
  const { control } = form;
  const [template, memo] = useWatch({ control, name: ["template", "memo"] });
  const usual = reasons.find((one) => one.template === template)?.memberText;
  const reads = [usual, memo.trim()].filter(Boolean).join("\n");
  return (
    <Dialog title={t("refuseTitle", { memId })} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <FormSelect
          control={control}
          name="template"
          label={t("usual")}
          options={[
            { value: "", label: t("admin:refuse.own") },
            ...reasons.map((one) => ({ value: one.template, label: one.text })),
          ]}
        />
        <FormTextArea control={control} name="memo" label={t("ownWords")} rows={3} maxLength={MEMO_MAX} />
        {reads && (
          <div>
            <p className={classes.dim}>{t("memberReads", { memId })}</p>
            <blockquote className={classes.wrap} lang={isLanguage(lang) ? languages[lang].tag : undefined}>
              {reads}
            </blockquote>
          </div>
        )}
        <Refusal box error={form.refusal} words={words} />
        <Button type="submit" variant="danger" busy={form.busy}>
          {t("refuse")}
        </Button>
      </Form>
    </Dialog>
  );
}
