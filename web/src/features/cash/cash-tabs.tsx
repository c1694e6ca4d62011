import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSwipe } from "#shared/ui/use-swipe.ts";
import classes from "./cash.module.css";

export type CashTab = "form" | "history";

interface CashTabsProps {
  tab: CashTab;
  onTab(tab: CashTab): void;
  form: string;
  label: string;
}

const TABS = ["form", "history"] as const;

/** Between asking and what was asked before. */
export function CashTabs({ tab, onTab, form, label }: CashTabsProps) {
  const { t } = useTranslation("cash");
  const tabs = useRef<HTMLElement>(null);
  useSwipe(tabs, "main", { values: TABS, value: tab, onChange: onTab });
  const names = { form, history: t("history.tab") } as const;
  return (
    <nav ref={tabs} className={classes.tabs} aria-label={label}>
      {TABS.map((name) => (
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
