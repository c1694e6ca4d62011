import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { isLanguage, languages } from "#shared/i18n/languages.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormSelect, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import classes from "./live.module.css";
import { backgroundQuery, type QueueRow } from "./queues.ts";

const MEMO_MAX = 300;

/** Where the money goes, and who reads the reason. */
const hints = { signup: "refuse.hint", in: "refuse.hint", out: "refuse.outHint", pt: "refuse.ptHint" } as const;

/** Why a request is refused: a usual reason by its name, own words, or both. */
interface Because {
  memo: string;
  template: string;
}

interface RefuseDialogProps {
  row: QueueRow;
  onRefuse(because: Because): void;
  onClose(): void;
}

/** A refusal has a reason, which the member reads (S-23): a usual one in the member's language, own words, or both. */
export function RefuseDialog({ row, onRefuse, onClose }: RefuseDialogProps) {
  const { t } = useTranslation(["admin", "common"]);
  const format = useFormat();
  const cash = row.kind === "signup" ? null : row.cash;
  const background = useQuery({ ...backgroundQuery(cash?.idx ?? 0), enabled: cash !== null }).data;
  const reasons = background?.reasons ?? [];
  const form = useAppForm({
    defaultValues: { template: "", memo: "" },
    check: ({ template, memo }) => ({ memo: template === "" && memo.trim() === "" && t("refuse.missing") }),
    onSubmit: ({ template, memo }) => onRefuse({ template, memo: memo.trim() }),
  });
  const template = useWatch({ control: form.control, name: "template" });
  const memo = useWatch({ control: form.control, name: "memo" });
  const usual = reasons.find((one) => one.template === template);
  const lang = background?.language;
  const values = { memId: row.memId, amount: cash === null ? "" : format.money(cash.amount) };
  return (
    <Dialog title={t(`refuse.${row.kind}.title`, values)} onClose={onClose}>
      <Form form={form} className={staff.form}>
        {cash !== null && (
          <FormSelect
            control={form.control}
            name="template"
            label={t("refuse.usual")}
            options={[
              { value: "", label: t("refuse.own") },
              ...reasons.map((one) => ({ value: one.template, label: one.text })),
            ]}
          />
        )}
        <FormTextArea
          control={form.control}
          name="memo"
          label={usual ? t("refuse.words") : t("refuse.memo")}
          rows={3}
          maxLength={MEMO_MAX}
          hint={t(hints[row.kind])}
        />
        {usual && (
          <div className={classes.reads}>
            <p>{t("refuse.reads", { language: isLanguage(lang) ? languages[lang].name : lang })}</p>
            <blockquote lang={isLanguage(lang) ? languages[lang].tag : undefined}>
              {[usual.memberText, memo.trim()].filter(Boolean).join("\n")}
            </blockquote>
          </div>
        )}
        <div className={classes.buttons}>
          <Button variant="quiet" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" variant="danger">
            {t(`refuse.${row.kind}.confirm`, values)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
