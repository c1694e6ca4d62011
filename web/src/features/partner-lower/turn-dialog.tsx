import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./lower.module.css";
import { type Card, type Switch, type Turned, useTurn } from "./lower.ts";

/** How long a reason may be, in characters. */
const REASON_MAX = 200;

interface TurnDialogProps {
  card: Card;
  name: Switch;
  off: boolean;
  onClose(): void;
}

/** Switches something for an account, or for it and everyone below, with a reason. */
export function TurnDialog({ card, name, off, onClose }: TurnDialogProps) {
  const { t } = useTranslation("partner-lower");
  const toast = useToast();
  const [all, setAll] = useState(false);
  const { mutateAsync: turn } = useTurn();
  const form = useAppForm<{ reason: string }, Turned>({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("reasonMissing") }),
    onSubmit: ({ reason }) => turn({ memId: card.memId, name, off, reason: reason.trim(), all }),
    onDone: ({ changed, kept }) => {
      toast({ tone: "done", text: all ? t("turnedAll", { changed, kept }) : t("turned", { memId: card.memId }) });
      onClose();
    },
  });
  const title = name === "logout" ? t("switch.logout") : `${t(`switch.${name}`)}: ${t(off ? "setOff" : "setOn")}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p>
          {card.memId} <span className={classes.dim}>{card.memNick}</span>
        </p>
        {card.partner && <Checkbox label={t("withAll")} checked={all} onChange={setAll} />}
        <FormField control={form.control} name="reason" label={t("reason")} maxLength={REASON_MAX} autoFocus />
        <Refusal box error={form.refusal} />
        <Button type="submit" variant={off ? "danger" : "primary"} busy={form.busy}>
          {t("confirm")}
        </Button>
      </Form>
    </Dialog>
  );
}
