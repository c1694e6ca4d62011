import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./dialog.module.css";
import { Icon } from "./icon.tsx";
import { useDragOut } from "./use-drag-out.ts";

interface DialogProps {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
  /** `dialog` stands in the middle (a sheet from below on a phone), `sheet` comes from the right edge. */
  kind?: "dialog" | "sheet";
  wide?: boolean;
}

// React writes the attribute for false as well.
const FIRST = '[data-autofocus="true"]';
const FIELD = "input, select, textarea";

/**
 * A modal dialog on the browser's own <dialog>: it traps focus, makes the page behind it inert, closes on Escape and gives
 * focus back to where it came from. Mounted means open.
 */
export function Dialog({ title, onClose, children, kind = "dialog", wide }: DialogProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    // A row may be gone with its button when the dialog closes; then its list takes the focus, not the top of the page.
    const around = before?.closest('[tabindex="-1"]');
    if (dialog && !dialog.open) {
      dialog.showModal();
      // The browser would take the first button, which closes; we want the field that asked for it, else the first one.
      (dialog.querySelector<HTMLElement>(FIRST) ?? dialog.querySelector<HTMLElement>(FIELD))?.focus();
    }
    return () => {
      dialog?.close();
      const back = before?.isConnected ? before : around;
      if (back instanceof HTMLElement) back.focus();
    };
  }, []);

  useDragOut(ref, kind === "sheet" ? "x" : "y", onClose);

  const router = useRouter({ warn: false });
  const latest = useRef(onClose);
  latest.current = onClose;
  // The back button of a phone closes what is open, and the page below it stays.
  useEffect(
    () =>
      router?.history.block({
        enableBeforeUnload: false,
        blockerFn: ({ action }) => {
          if (action !== "BACK") return false;
          latest.current();
          return true;
        },
      }),
    [router],
  );

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the backdrop only repeats what Escape and the close button do
    <dialog
      ref={ref}
      className={`${classes.dialog} ${classes[kind]} ${wide ? classes.wide : ""}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={classes.panel}>
        <div className={classes.head}>
          <h2 id={heading}>{title}</h2>
          <button type="button" className={classes.close} aria-label={t("close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className={classes.body}>{children}</div>
      </div>
    </dialog>
  );
}
