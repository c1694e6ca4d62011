import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
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
  const toast = useToast();
  const change = useSwitch();
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
  const form = useAppForm({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("refuse.missing") }),
    onSubmit: ({ reason }) => change.mutateAsync({ name, on: begins, reason: reason.trim() }),
    onDone: () => {
      toast({ tone: "done", text: texts.done });
      onClose();
    },
    fieldOf: () => "reason",
  });
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form form={form} className={staff.form}>
        {concerns !== undefined && <p>{concerns}</p>}
        <p>{texts.text}</p>
        <FormField control={form.control} name="reason" label={t("switch.reason")} maxLength={REASON_MAX} autoFocus />
        <Button type="submit" variant={begins ? "danger" : "primary"} busy={form.busy}>
          {texts.confirm}
        </Button>
      </Form>
    </Dialog>
  );
}
