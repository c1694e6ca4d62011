import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
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
  const faultText = useFaultText();
  const toast = useToast();
  const exclude = useExclude();
  const [agreed, setAgreed] = useState(false);
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const time = t(`exclusion.${months}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!agreed || password === "") return setMissing(true);
    exclude.mutate(
      { months: Number(months), memPass: password },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("exclusion.done") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t("exclusion.title")} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <ul className={classes.means}>
          <li>{t("exclusion.mean1", { time })}</li>
          <li>{t("exclusion.mean2")}</li>
          <li>{t("exclusion.mean3")}</li>
        </ul>
        <Checkbox
          label={t("exclusion.agree")}
          checked={agreed}
          onChange={setAgreed}
          error={missing && !agreed ? t("exclusion.agreeMissing") : undefined}
        />
        <PasswordField
          label={t("exclusion.password")}
          name="memPass"
          autoComplete="current-password"
          value={password}
          onChange={(value) => {
            exclude.reset();
            setPassword(value);
          }}
          error={
            missing && password === ""
              ? t("exclusion.passwordMissing")
              : exclude.error
                ? faultText(exclude.error)
                : undefined
          }
        />
        <div className={classes.buttons}>
          <Button variant="quiet" disabled={exclude.isPending} onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" variant="danger" busy={exclude.isPending}>
            {t("exclusion.confirm", { time })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
