import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type BlockKind, blockKinds, isBlockKind, useAddBlock } from "./blocks.ts";

const MOST = 200;

/** Blocks an address or network, a phone or a bank account. People who are blocked learn of it from the server's refusal. */
export function BlockDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("admin");
  const faultText = useFaultText();
  const toast = useToast();
  const add = useAddBlock();
  const [kind, setKind] = useState<BlockKind>("ip");
  const [value, setValue] = useState("");
  const [reason, setReason] = useState("");
  const [checked, setChecked] = useState(false);
  const missing = (text: string) => (checked && text.trim() === "" ? t("content.missing") : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (value.trim() === "" || reason.trim() === "") return;
    add.mutate(
      { kind, value: value.trim(), reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("block.done", { value: value.trim() }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t("block.add")} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.dim}>{t("block.addText")}</p>
        <SelectField
          label={t("block.kind")}
          name="kind"
          value={kind}
          onChange={(next) => isBlockKind(next) && setKind(next)}
          options={blockKinds.map((one) => ({ value: one, label: t(`block.kind.${one}`) }))}
        />
        <Field
          label={t("column.value")}
          name="value"
          value={value}
          maxLength={MOST}
          hint={t(`block.hint.${kind}`)}
          onChange={(next) => {
            setValue(next);
            add.reset();
          }}
          error={missing(value) ?? (add.error && faultText(add.error))}
        />
        <Field
          label={t("column.reason")}
          name="reason"
          value={reason}
          maxLength={MOST}
          onChange={setReason}
          error={missing(reason)}
        />
        <Button type="submit" variant="danger" busy={add.isPending}>
          {t("block.add")}
        </Button>
      </form>
    </Dialog>
  );
}
