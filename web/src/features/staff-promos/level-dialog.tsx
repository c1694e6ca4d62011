import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
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

/** null: what the site has for all, which the api calls 0. */
type Values = Record<(typeof limits)[number], number | null>;

/** The limits of one level. An empty field is what the site has for all. */
export function LevelDialog({ row, site, onClose }: LevelDialogProps) {
  const { t } = useTranslation(["admin", "api"]);
  const format = useFormat();
  const refusal = useRefusal();
  const toast = useToast();
  const save = useSaveLevel();
  const form = useAppForm<Values>({
    defaultValues: {
      depositMin: row.depositMin || null,
      depositMax: row.depositMax || null,
      withdrawMin: row.withdrawMin || null,
      withdrawMax: row.withdrawMax || null,
      maxStake: row.maxStake || null,
    },
    onSubmit: (values) =>
      save.mutateAsync({
        level: row.level,
        depositMin: values.depositMin ?? 0,
        depositMax: values.depositMax ?? 0,
        withdrawMin: values.withdrawMin ?? 0,
        withdrawMax: values.withdrawMax ?? 0,
        maxStake: values.maxStake ?? 0,
      }),
    onDone: (outcome) => {
      toast(outcome === "saved" ? { tone: "done", text: t("promos.saved") } : { tone: "info", text: t("api:U035") });
      onClose();
    },
  });
  return (
    <Dialog wide title={t("level.name", { level: row.level })} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p className={classes.dim}>{t("level.hint")}</p>
        <div className={classes.pair}>
          {limits.map((name) => (
            <FormAmount
              key={name}
              control={form.control}
              name={name}
              label={t(`level.${name}`)}
              placeholder={`${t("level.site")} ${format.money(inherited(site, row.level, name))}`}
            />
          ))}
        </div>
        <Refusal error={form.refusal} words={refusal} />
        <Button type="submit" busy={form.busy}>
          {t("content.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
