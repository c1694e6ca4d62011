import { useTranslation } from "react-i18next";
import { type Change, changesBetween, flatten } from "./flat.ts";
import { membersSee, type SettingValues } from "./options.ts";
import classes from "./setting-changes.module.css";
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
    <ul className={classes.list}>
      {changes.map((change) => (
        <li key={change.path}>
          <span className={classes.name}>
            {ofLevel && change.path === "maxStake" ? t("admin:level.maxStake") : text.name(change.path)}{" "}
            {membersSee(change.path) && <span className={classes.seen}>{t("visible")}</span>}
          </span>
          <span className={classes.values}>
            <span className="visually-hidden">{t("was")}</span>
            <del>{valueText(change, change.was)}</del>
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">{t("willBe")}</span>
            <ins>{valueText(change, change.is)}</ins>
          </span>
        </li>
      ))}
    </ul>
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
