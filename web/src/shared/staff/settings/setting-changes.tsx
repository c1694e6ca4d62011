import { useTranslation } from "react-i18next";
import classes from "../change-rows.module.css";
import { ChangeRows } from "../change-rows.tsx";
import { type Change, changesBetween, flatten } from "./flat.ts";
import { membersSee, type SettingValues } from "./options.ts";
import { useSettingText } from "./use-setting-text.ts";

interface ChangeListProps {
  changes: readonly Change[];
  /** The limits are those of a level: 0 is the site's. */
  ofLevel?: boolean;
}

/** The effect of a change: each setting with its value before and after, and whether members see it. */
export function ChangeList({ changes, ofLevel = false }: ChangeListProps) {
  const { t } = useTranslation(["settings", "admin"]);
  const text = useSettingText();
  const valueText = ({ path }: Change, value: Change["is"]) =>
    ofLevel && value === 0 ? t("admin:level.site") : text.value(path, value);
  return (
    <ChangeRows
      rows={changes.map((change) => ({
        key: change.path,
        name: (
          <>
            {ofLevel && change.path === "maxStake" ? t("admin:level.maxStake") : text.name(change.path)}{" "}
            {membersSee(change.path) && <span className={classes.seen}>{t("visible")}</span>}
          </>
        ),
        was: valueText(change, change.was),
        is: valueText(change, change.is),
      }))}
    />
  );
}

interface SettingChangesProps {
  before: SettingValues;
  after: SettingValues;
  ofLevel?: boolean;
}

/** The changes that the server names by the options before and after. */
export function SettingChanges({ before, after, ofLevel = false }: SettingChangesProps) {
  return <ChangeList changes={changesBetween(flatten(before), flatten(after))} ofLevel={ofLevel} />;
}
