import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import classes from "#shared/staff/staff.module.css";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormCheckbox, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type Account, areaNames, areas, chosenOf, type OneTime, rightsOf, useAdd, useChange } from "./accounts.ts";

const ID_MAX = 20;
const NAME_MAX = 60;

interface AccountDialogProps {
  /** The account to be changed; without one a new one is made. */
  account?: Account;
  onAdded(memId: string, once: OneTime): void;
  onClose(): void;
}

/** Makes an account, or changes what it may do from its next call on. */
export function AccountDialog({ account, onAdded, onClose }: AccountDialogProps) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const add = useAdd();
  const change = useChange();
  const form = useAppForm({
    defaultValues: {
      memId: account?.memId ?? "",
      name: account?.name ?? "",
      title: account?.title ?? "",
      rights: chosenOf(account?.rights ?? []),
    },
    check: ({ memId, name }) => ({
      memId: memId.trim() === "" && t("content.missing"),
      name: name.trim() === "" && t("content.missing"),
    }),
    onSubmit: async ({ memId, name, title, rights }): Promise<OneTime | null> => {
      const profile = { name: name.trim(), title: title.trim(), rights: rightsOf(rights) };
      if (!account) return add.mutateAsync({ memId: memId.trim(), ...profile });
      await change.mutateAsync({ memId: account.memId, version: account.version, ...profile });
      return null;
    },
    onDone: (once, { memId }) => {
      if (once) {
        onAdded(memId.trim(), once);
        return;
      }
      toast({ tone: "done", text: t("staff.changed", { memId }) });
      onClose();
    },
    fieldOf: (code) => (["U005", "U101", "U025"].includes(code) ? "memId" : null),
    words: (error) => (isCode(error, "C019") ? t("staff.stale") : undefined),
  });
  const { control } = form;
  return (
    <Dialog title={account ? t("staff.changeTitle", { memId: account.memId }) : t("staff.add")} onClose={onClose}>
      <Form form={form} className={classes.form} autoComplete="off">
        {account ? null : (
          <FormField
            control={control}
            name="memId"
            label={t("login.memId")}
            hint={t("staff.idHint")}
            maxLength={ID_MAX}
            clean={(text) => text.toLowerCase()}
          />
        )}
        <FormField control={control} name="name" label={t("staff.name")} maxLength={NAME_MAX} />
        <FormField control={control} name="title" label={t("staff.function")} maxLength={NAME_MAX} />
        <h3>{t("staff.rights")}</h3>
        {areaNames.map((area) => (
          <fieldset key={area} className={classes.group}>
            <legend>{t(`staff.area.${area}`)}</legend>
            {areas[area].map((right) => (
              <FormCheckbox key={right} control={control} name={`rights.${right}`} label={t(`staff.right.${right}`)} />
            ))}
          </fieldset>
        ))}
        <p className={classes.dim}>{account ? t("staff.changeText") : t("staff.addText")}</p>
        <WhoDecides act="staff.change" />
        <Refusal box error={form.refusal} words={(error) => (isCode(error, "C019") ? t("staff.stale") : undefined)} />
        <Button type="submit" busy={form.busy}>
          {account ? t("staff.save") : t("staff.add")}
        </Button>
      </Form>
    </Dialog>
  );
}
