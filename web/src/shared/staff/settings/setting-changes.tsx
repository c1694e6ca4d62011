import { useTranslation } from "react-i18next";
import classes from "../change-rows.module.css";
import { ChangeRows } from "../change-rows.tsx";
import { type Change, changesBetween, flatten } from "./flat.ts";
import { membersSee, type SettingValues } from "./options.ts";
import { useSettingText } from "./use-setting-text.ts";

interface ChangeListProps {
  changes: readonly Change[];
}

/** The effect of a change: each setting with its value before and after, and whether members see it. */
export function ChangeList({ changes }: ChangeListProps) {
  const { t } = useTranslation("settings");
  const text = useSettingText();
  return (
    <ChangeRows
      rows={changes.map((change) => ({
        key: change.path,
        name: (
          <>
            {text.name(change.path)} {membersSee(change.path) && <span className={classes.seen}>{t("visible")}</span>}
          </>
        ),
        was: text.value(change.path, change.was),
        is: text.value(change.path, change.is),
      }))}
    />
  );
}

interface SettingChangesProps {
  before: SettingValues;
  after: SettingValues;
}

/** The changes that the server names by the options before and after. */
export function SettingChanges({ before, after }: SettingChangesProps) {
  return <ChangeList changes={changesBetween(flatten(before), flatten(after))} />;
}
