import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormSelect, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./board.module.css";
import { reasons, type Thing, useReport } from "./board.ts";

const WORDS_MAX = 300;

interface Values {
  reason: (typeof reasons)[number] | "";
  words: string;
}

const empty: Values = { reason: "", words: "" };

/** A report of another member's post or comment: a reason, and words if the member wants to add some. */
export function ReportDialog({ thing, onClose }: { thing: Thing; onClose(): void }) {
  const { t } = useTranslation("board");
  const toast = useToast();
  const report = useReport(thing);
  const form = useAppForm<Values>({
    defaultValues: empty,
    check: ({ reason }) => ({ reason: reason === "" && t("report.missing") }),
    onSubmit: ({ reason, words }) => report.mutateAsync({ reason, words: words.trim() }),
    onDone: () => {
      toast({ tone: "done", text: t("report.done") });
      onClose();
    },
  });
  return (
    <Dialog title={t(`report.${thing.kind}`)} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <FormSelect
          control={form.control}
          name="reason"
          label={t("report.reason")}
          options={[
            { value: "", label: t("report.choose") },
            ...reasons.map((value) => ({ value, label: t(`report.reason.${value}`) })),
          ]}
        />
        <FormTextArea
          control={form.control}
          name="words"
          label={t("report.words")}
          rows={3}
          maxLength={WORDS_MAX}
          hint={t("report.hint")}
        />
        <Refusal box error={form.refusal} />
        <Button type="submit" wide busy={form.busy}>
          {t("report.submit")}
        </Button>
      </Form>
    </Dialog>
  );
}
