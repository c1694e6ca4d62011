import { useTranslation } from "react-i18next";
import classes from "./cash.module.css";

export type CashTab = "form" | "history";

interface CashTabsProps {
  tab: CashTab;
  onTab(tab: CashTab): void;
  form: string;
  label: string;
}

/** Between asking and what was asked before. */
export function CashTabs({ tab, onTab, form, label }: CashTabsProps) {
  const { t } = useTranslation("cash");
  const names = { form, history: t("history.tab") } as const;
  return (
    <nav className={classes.tabs} aria-label={label}>
      {(["form", "history"] as const).map((name) => (
        <button
          key={name}
          type="button"
          className={classes.tab}
          aria-current={name === tab ? "page" : undefined}
          onClick={() => onTab(name)}
        >
          {names[name]}
        </button>
      ))}
    </nav>
  );
}
