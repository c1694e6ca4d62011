import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import classes from "./tabs.module.css";

interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly { key: Key; label: ReactNode }[];
  value: Key;
  onChange(key: Key): void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Panels of which one is shown. One stop for Tab; arrows, Home and End choose. For filters and settings there is Choice. */
export function Tabs<Key extends string>({ label, tabs, value, onChange, children }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs are one line, of which the chosen one may be out of sight.
  useEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === value);
    const next = {
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      ArrowRight: (at + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div className={classes.root}>
      <div ref={list} role="tablist" aria-label={label} className={classes.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            data-tab={tab.key}
            id={`${id}${tab.key}`}
            aria-selected={tab.key === value}
            aria-controls={`${id}panel`}
            tabIndex={tab.key === value ? 0 : -1}
            className={classes.tab}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`} className={classes.panel}>
        {children}
      </div>
    </div>
  );
}
