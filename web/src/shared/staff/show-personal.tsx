import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { type Look, type Purpose, purposes, useShow } from "./personal.ts";
import { useRight } from "./session.ts";
import classes from "./staff.module.css";

const WORDS_MAX = 200;

interface ShowPersonalProps extends Look {
  /** The reason of the first press; another one is asked for in a dialog. */
  purpose: Purpose;
  /** Names the record for screen readers, where the button stands in a row. */
  row?: string;
}

/** Shows masked personal data in the clear (S-98): one press for the usual reason of the place. Without the right it is not there. */
export function ShowPersonal({ purpose, row, ...look }: ShowPersonalProps) {
  const { t } = useTranslation("admin");
  const may = useRight("personal");
  const { shown, show, showAsync, hide, busy, error } = useShow(look);
  const [asking, setAsking] = useState(false);
  if (!may) return null;
  const close = () => setAsking(false);
  const icon = <Icon name={shown ? "eye-off" : "eye"} size={16} />;
  const press = () => (shown ? hide() : show({ purpose, words: "" }));
  if (row !== undefined) {
    const name = t(shown ? "personal.hideOf" : "personal.showOf", { name: row });
    return (
      <>
        <Button variant="ghost" size="sm" icon={icon} busy={busy} aria-label={name} onClick={press}>
          {t(shown ? "personal.hide" : "personal.show")}
        </Button>
        <Refusal error={error} />
      </>
    );
  }
  return (
    <>
      <span className={classes.showButtons}>
        <Button variant="quiet" size="sm" icon={icon} busy={busy} onClick={press}>
          {t(shown ? "personal.hide" : "personal.show")}
        </Button>
        {!shown && (
          <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t("personal.other")}
          </Button>
        )}
      </span>
      {!shown && (
        <span className={classes.reason}>{t("personal.why", { purpose: t(`personal.purpose.${purpose}`) })}</span>
      )}
      {!asking && <Refusal error={error} />}
      {asking && <ReasonDialog first={purpose} run={showAsync} onClose={close} />}
    </>
  );
}

interface ReasonDialogProps {
  first: Purpose;
  run(why: { purpose: string; words: string }): Promise<void>;
  onClose(): void;
}

/** Asks why, where the usual reason of the place is not the one. */
function ReasonDialog({ first, run, onClose }: ReasonDialogProps) {
  const { t } = useTranslation("admin");
  const form = useAppForm({
    defaultValues: { purpose: first as string, words: "" },
    check: ({ purpose, words }) => ({ words: purpose === "" && words.trim() === "" && t("personal.missing") }),
    onSubmit: ({ purpose, words }) => run({ purpose, words: words.trim() }),
    onDone: onClose,
  });
  const own = useWatch({ control: form.control, name: "purpose" }) === "";
  return (
    <Dialog title={t("personal.title")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p>{t("personal.text")}</p>
        <FormSelect
          control={form.control}
          name="purpose"
          label={t("refuse.usual")}
          options={[
            ...purposes.map((value) => ({ value, label: t(`personal.purpose.${value}`) })),
            { value: "", label: t("refuse.own") },
          ]}
        />
        <FormField
          control={form.control}
          name="words"
          label={t(own ? "personal.words" : "personal.more")}
          maxLength={WORDS_MAX}
        />
        <Refusal box error={form.refusal} />
        <Button type="submit" busy={form.busy}>
          {t("personal.show")}
        </Button>
      </Form>
    </Dialog>
  );
}
