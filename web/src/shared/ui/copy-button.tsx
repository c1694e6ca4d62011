import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import classes from "./copy-button.module.css";
import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  text: string;
  /** Names the copied text for screen readers. */
  label: string;
  /** An icon alone, for dense rows. */
  compact?: boolean;
}

/** Copies a figure that must not be typed. */
export function CopyButton({ text, label, compact = false }: CopyButtonProps) {
  const { t } = useTranslation(["common", "cash"]);
  const [said, setSaid] = useState<"copied" | "failed">();
  const copy = () => {
    // Browsers lend the clipboard to secure addresses only.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setSaid("copied"),
        () => setSaid("failed"),
      );
  };
  const name = t("copy.of", { what: label });
  return (
    <>
      {compact ? (
        <button type="button" className={classes.compact} aria-label={name} onClick={copy}>
          <Icon name={said === "copied" ? "check" : "copy"} size={16} />
        </button>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          aria-label={name}
          icon={<Icon name={said === "copied" ? "check" : "copy"} size={16} />}
          onClick={copy}
        >
          {said === "copied" ? t("copy.done") : t("copy")}
        </Button>
      )}
      <span className="visually-hidden" aria-live="polite">
        {said === "copied" && t("copy.done")}
      </span>
      {said === "failed" && (
        <span role="alert" className={classes.failed}>
          {t("cash:copy.failed")}
        </span>
      )}
    </>
  );
}
