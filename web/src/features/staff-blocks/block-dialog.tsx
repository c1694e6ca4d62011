import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { type BlockKind, blockKinds, durations, useAddBlock } from "./blocks.ts";

const MOST = 200;

interface Values {
  kind: BlockKind;
  value: string;
  reason: string;
  /** As the options of a select have it. */
  hours: string;
}

/** Blocks an address or network, a phone or a bank account. People who are blocked learn of it from the server's refusal. */
export function BlockDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const add = useAddBlock();
  const form = useAppForm<Values>({
    defaultValues: { kind: "ip", value: "", reason: "", hours: "0" },
    check: ({ value, reason }) => ({
      value: value.trim() === "" && t("content.missing"),
      reason: reason.trim() === "" && t("content.missing"),
    }),
    onSubmit: ({ kind, value, reason, hours }) =>
      add.mutateAsync({ kind, value: value.trim(), reason: reason.trim(), hours: Number(hours) }),
    onDone: (_, { value }) => {
      toast({ tone: "done", text: t("block.done", { value: value.trim() }) });
      onClose();
    },
    fieldOf: () => "value",
  });
  const { control } = form;
  const kind = useWatch({ control, name: "kind" });
  return (
    <Dialog title={t("block.add")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p className={classes.dim}>{t("block.addText")}</p>
        <FormSelect
          control={control}
          name="kind"
          label={t("block.kind")}
          options={blockKinds.map((one) => ({ value: one, label: t(`block.kind.${one}`) }))}
        />
        <FormField
          control={control}
          name="value"
          label={t("column.value")}
          maxLength={MOST}
          hint={t(`block.hint.${kind}`)}
        />
        <FormSelect
          control={control}
          name="hours"
          label={t("block.until")}
          options={durations.map((hours) => ({ value: String(hours), label: t(`block.for.${hours}`) }))}
        />
        <FormField control={control} name="reason" label={t("column.reason")} maxLength={MOST} />
        <Button type="submit" variant="danger" busy={form.busy}>
          {t("block.add")}
        </Button>
      </Form>
    </Dialog>
  );
}
