import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import classes from "./live.module.css";
import { QueueTabs } from "./queue-tabs.tsx";
import type { LiveSearch } from "./search.ts";
import { useSound } from "./sound.ts";

interface LiveBarProps {
  search: LiveSearch;
  /** Changes parts of what the address says. */
  onSearch(parts: Partial<Record<keyof LiveSearch, string>>): void;
  fieldRef: RefObject<HTMLInputElement | null>;
  onHelp(): void;
}

/** The filters of the queues, and the switch for the sound. */
export function LiveBar({ search, onSearch, fieldRef, onHelp }: LiveBarProps) {
  const { t } = useTranslation("admin");
  const [sound, setSound] = useSound();
  return (
    <div className={classes.bar}>
      <QueueTabs queue={search.queue} onQueue={(queue) => onSearch({ queue })} />
      <SelectField
        label={t("filter.status")}
        value={search.status ?? "all"}
        onChange={(status) => onSearch({ status })}
        options={[
          { value: "all", label: t("filter.all") },
          { value: "new", label: t("status.requested") },
          { value: "held", label: t("status.held") },
        ]}
      />
      <Field
        ref={fieldRef}
        label={t("filter.search")}
        type="search"
        value={search.q ?? ""}
        onChange={(q) => onSearch({ q })}
        onKeyDown={(event) => {
          // Enter keeps what was typed, Escape clears it; both give the keys back to the rows.
          if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        }}
        placeholder={t("filter.searchHint")}
      />
      <div className={classes.barEnd}>
        <button
          type="button"
          role="switch"
          aria-checked={sound}
          className={classes.sound}
          onClick={() => setSound(!sound)}
        >
          <Icon name={sound ? "speaker" : "mute"} size={18} />
          {t("sound")}
        </button>
        <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={onHelp}>
          {t("keys.open")} <kbd className={classes.key}>?</kbd>
        </Button>
      </div>
    </div>
  );
}
