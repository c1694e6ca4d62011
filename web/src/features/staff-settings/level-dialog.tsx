import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { FlatValues } from "#shared/staff/settings/flat.ts";
import { type LimitName, levelPath, limitNames } from "#shared/staff/settings/options.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { effective } from "./level-limits.ts";
import type { DraftState } from "./use-draft.ts";

interface LevelDialogProps {
  level: number;
  /** The values that hold now. */
  site: FlatValues;
  draft: DraftState;
  onClose(): void;
}

/** null: the level has no limit of its own. */
type Values = Record<LimitName, number | null>;

/** The limits of one level. They become changes of the draft; an empty field is what holds for all levels. */
export function LevelDialog({ level, site, draft, onClose }: LevelDialogProps) {
  const { t } = useTranslation(["settings", "admin"]);
  const format = useFormat();
  const own = (limit: LimitName) => Number(draft.values[levelPath(level, limit)] ?? 0) || null;
  const form = useAppForm<Values>({
    defaultValues: {
      depositMin: own("depositMin"),
      depositMax: own("depositMax"),
      withdrawMin: own("withdrawMin"),
      withdrawMax: own("withdrawMax"),
      maxStake: own("maxStake"),
      sportsMinStake: own("sportsMinStake"),
      sportsMaxWin: own("sportsMaxWin"),
    },
    onSubmit: async (values) => {
      for (const limit of limitNames) draft.type(levelPath(level, limit), values[limit] ?? 0);
    },
    onDone: onClose,
  });
  return (
    <Dialog wide title={t("admin:level.name", { level })} onClose={onClose}>
      <Form form={form} className={staff.form}>
        <p className={staff.dim}>{t("level.hint")}</p>
        <div className={staff.pair}>
          {limitNames.map((limit) => (
            <FormAmount
              key={limit}
              control={form.control}
              name={limit}
              label={t(`level.${limit}`)}
              placeholder={format.money(effective({ ...site, [levelPath(level, limit)]: 0 }, level, limit).amount)}
            />
          ))}
        </div>
        <Button type="submit">{t("level.add")}</Button>
      </Form>
    </Dialog>
  );
}
