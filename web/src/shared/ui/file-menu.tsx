import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FileFormat, fileFormats } from "../api/client.ts";
import { Button } from "./button.tsx";
import classes from "./file-menu.module.css";
import { Icon } from "./icon.tsx";

interface FileMenuProps {
  label: string;
  onChoose(format: FileFormat): void;
  variant?: "quiet" | "ghost";
  size?: "sm";
  busy?: boolean;
  disabled?: boolean;
}

/** Saves a list as a file: the button shows the formats that there are. */
export function FileMenu({ label, onChoose, variant = "quiet", size, busy = false, disabled = false }: FileMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    close();
  };
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close the list; the buttons inside do the work
    <div ref={root} className={classes.root} onKeyDown={closeOnEscape} onBlur={leave}>
      <Button
        variant={variant}
        {...(size && { size })}
        icon={<Icon name="deposit" size={size === "sm" ? 16 : 18} />}
        busy={busy}
        disabled={disabled}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <ul id={id} className={classes.list} hidden={!open}>
        {fileFormats.map((format) => (
          <li key={format}>
            <button
              type="button"
              className={classes.item}
              onClick={() => {
                close();
                onChoose(format);
              }}
            >
              {t(`file.${format}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
