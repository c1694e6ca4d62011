import { useTranslation } from "react-i18next";
import { type Change, changesBetween, flatten } from "./flat.ts";
import { membersSee, type SettingValues } from "./options.ts";
import classes from "./setting-changes.module.css";
import { useSettingText } from "./use-setting-text.ts";

/** The effect of a change: each setting with its value before and after, and whether members see it. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation("settings");
  const text = useSettingText();
  return (
    <ul className={classes.list}>
      {changes.map(({ path, was, is }) => (
        <li key={path}>
          <span className={classes.name}>
            {text.name(path)} {membersSee(path) && <span className={classes.seen}>{t("visible")}</span>}
          </span>
          <span className={classes.values}>
            <span className="visually-hidden">{t("was")}</span>
            <del>{text.value(path, was)}</del>
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">{t("willBe")}</span>
            <ins>{text.value(path, is)}</ins>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The changes that the server names by the options before and after. */
export function SettingChanges({ before, after }: { before: SettingValues; after: SettingValues }) {
  return <ChangeList changes={changesBetween(flatten(before), flatten(after))} />;
}
