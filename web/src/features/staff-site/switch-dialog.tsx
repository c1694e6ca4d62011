import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type SwitchName, useSwitch } from "./switches.ts";

const REASON_MAX = 200;

interface SwitchDialogProps {
  name: SwitchName;
  /** Whether maintenance begins; else it ends. */
  begins: boolean;
  /** The facts to consider before the switch, for instance the number of members online. */
  concerns?: string;
  onClose(): void;
}

/** Asks for the reason before something is closed to members or opened again, and says what will happen. */
export function SwitchDialog({ name, begins, concerns, onClose }: SwitchDialogProps) {
  const { t } = useTranslation("admin");
  const faultText = useFaultText();
  const toast = useToast();
  const change = useSwitch();
  const [reason, setReason] = useState("");
  const [checked, setChecked] = useState(false);
  const what = t(`switch.${name}`);
  const whole = name === "site";
  const texts = begins
    ? {
        title: whole ? t("site.beginTitle") : t("switch.closeTitle", { name: what }),
        text: whole ? t("site.beginText") : t("switch.closeText"),
        confirm: whole ? t("site.begin") : t("switch.closeOf", { name: what }),
        done: t("switch.closed", { name: what }),
      }
    : {
        title: whole ? t("site.endTitle") : t("switch.openTitle", { name: what }),
        text: whole ? t("site.endText") : t("switch.openText"),
        confirm: whole ? t("site.end") : t("switch.openOf", { name: what }),
        done: t("switch.opened", { name: what }),
      };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() === "") return;
    change.mutate(
      { name, on: begins, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ tone: "done", text: texts.done });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className={staff.form} onSubmit={submit} noValidate>
        {concerns !== undefined && <p>{concerns}</p>}
        <p>{texts.text}</p>
        <Field
          label={t("switch.reason")}
          name="reason"
          value={reason}
          maxLength={REASON_MAX}
          autoFocus
          onChange={(next) => {
            setReason(next);
            change.reset();
          }}
          error={
            (checked && reason.trim() === "" ? t("refuse.missing") : undefined) ??
            (change.error && faultText(change.error))
          }
        />
        <Button type="submit" variant={begins ? "danger" : "primary"} busy={change.isPending}>
          {texts.confirm}
        </Button>
      </form>
    </Dialog>
  );
}
