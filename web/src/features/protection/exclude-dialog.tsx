import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormCheckbox, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./protection.module.css";
import { useExclude } from "./protection.ts";

interface ExcludeDialogProps {
  months: "6" | "12" | "24" | "60";
  onClose(): void;
}

/** A positive confirmation: the member says that it is understood and proves who they are. */
export function ExcludeDialog({ months, onClose }: ExcludeDialogProps) {
  const { t } = useTranslation(["protection", "common"]);
  const toast = useToast();
  const exclude = useExclude();
  const form = useAppForm({
    defaultValues: { agreed: false, memPass: "" },
    check: ({ agreed, memPass }) => ({
      agreed: !agreed && t("exclusion.agreeMissing"),
      memPass: memPass === "" && t("exclusion.passwordMissing"),
    }),
    onSubmit: ({ memPass }) => exclude.mutateAsync({ months: Number(months), memPass }),
    onDone: () => {
      toast({ tone: "done", text: t("exclusion.done") });
      onClose();
    },
    fieldOf: () => "memPass",
  });
  const time = t(`exclusion.${months}`);
  return (
    <Dialog title={t("exclusion.title")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <ul className={classes.means}>
          <li>{t("exclusion.mean1", { time })}</li>
          <li>{t("exclusion.mean2")}</li>
          <li>{t("exclusion.mean3")}</li>
        </ul>
        <FormCheckbox control={form.control} name="agreed" label={t("exclusion.agree")} />
        <FormPassword
          control={form.control}
          name="memPass"
          label={t("exclusion.password")}
          autoComplete="current-password"
        />
        <div className={classes.buttons}>
          <Button variant="quiet" disabled={form.busy} onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            {t("exclusion.confirm", { time })}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
