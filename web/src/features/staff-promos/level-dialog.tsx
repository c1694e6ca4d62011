import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type LevelRow, useSaveLevel } from "./promos.ts";
import { useRefusal } from "./refusal.ts";

/** The limits of a level, in the order of the table. */
export const limits = ["depositMin", "depositMax", "withdrawMin", "withdrawMax", "maxStake"] as const;

/** Returns the limit of a level that sets none of its own. The maximum stake is the site's, times the level (D-22). */
export function inherited(site: LevelRow, level: number, name: (typeof limits)[number]): number {
  return name === "maxStake" ? site.maxStake * level : site[name];
}

interface LevelDialogProps {
  row: LevelRow;
  site: LevelRow;
  onClose(): void;
}

/** The limits of one level. An empty field is what the site has for all. */
export function LevelDialog({ row, site, onClose }: LevelDialogProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const refusal = useRefusal();
  const toast = useToast();
  const save = useSaveLevel();
  const [form, setForm] = useState<Record<(typeof limits)[number], number>>(row);
  const title = t("level.name", { level: row.level });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { ...form, level: row.level },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("promos.saved") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog wide title={title} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.dim}>{t("level.hint")}</p>
        <div className={classes.pair}>
          {limits.map((name) => (
            <AmountField
              key={name}
              label={t(`level.${name}`)}
              name={name}
              placeholder={`${t("level.site")} ${format.money(inherited(site, row.level, name))}`}
              value={form[name] === 0 ? null : form[name]}
              onChange={(next) => {
                setForm((before) => ({ ...before, [name]: next ?? 0 }));
                save.reset();
              }}
            />
          ))}
        </div>
        <Refusal error={save.error} words={refusal} />
        <Button type="submit" busy={save.isPending}>
          {t("content.save")}
        </Button>
      </form>
    </Dialog>
  );
}
