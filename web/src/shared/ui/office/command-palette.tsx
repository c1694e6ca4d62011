import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { finder } from "../../find.ts";
import { Dialog } from "../dialog.tsx";
import { Icon, type IconName } from "../icon.tsx";
import classes from "./command-palette.module.css";

export interface Command {
  key: string;
  label: string;
  group: string;
  icon?: IconName;
  /** Further words that find it. */
  words?: string;
  /** Its own keys, where it has some: "g m". */
  keys?: string;
}

interface CommandPaletteProps {
  commands: readonly Command[];
  /** Results of the caller for the query, such as members. They stand behind the commands. */
  found?: readonly Command[];
  /** The caller is still looking. */
  busy?: boolean;
  hint?: string;
  onQuery?(query: string): void;
  onRun(key: string): void;
  onClose(): void;
}

const MOST = 20;

/** The commands that have every word of the query, those whose name begins with it first. */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const found = finder(query);
  const start = query.trim().toLocaleLowerCase();
  const matches = commands.filter(({ label, group, words = "" }) => found(`${label} ${group} ${words}`));
  const first = matches.filter(({ label }) => start !== "" && label.toLocaleLowerCase().startsWith(start));
  return [...first, ...matches.filter((command) => !first.includes(command))].slice(0, MOST);
}

/** Every page and action by its name. The focus stays in the field: arrows choose, Enter runs, Escape leaves. */
export function CommandPalette({
  commands,
  found: elsewhere = [],
  busy = false,
  hint,
  onQuery,
  onRun,
  onClose,
}: CommandPaletteProps) {
  const { t } = useTranslation(["office", "common"]);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const found = [...findCommands(commands, query), ...elsewhere];
  const chosen = found[at];
  useEffect(() => {
    // Not in every browser of tests.
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: "nearest" });
  });
  const run = (command: Command) => {
    onClose();
    onRun(command.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing) run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t("palette.title")} onClose={onClose} wide>
      <div className={classes.box}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={t("palette.label")}
          aria-expanded={found.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={chosen && `${id}${chosen.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={hint ?? t("palette.hint")}
          data-autofocus="true"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setAt(0);
            onQuery?.(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-busy={busy}
        aria-label={t("palette.title")}
        className={classes.list}
      >
        {found.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={command.key}
            id={`${id}${command.key}`}
            role="option"
            aria-selected={command === chosen}
            className={classes.option}
            onPointerMove={() => setAt(found.indexOf(command))}
            onClick={() => run(command)}
          >
            <Icon name={command.icon ?? "next"} size={18} />
            <span className={classes.label}>{command.label}</span>
            <span className={classes.group}>{command.group}</span>
            {command.keys && <kbd>{command.keys}</kbd>}
          </div>
        ))}
      </div>
      <p role="status" className={found.length > 0 ? "visually-hidden" : classes.none}>
        {busy && found.length === 0 ? t("common:loading") : t("palette.found", { count: found.length })}
      </p>
    </Dialog>
  );
}
