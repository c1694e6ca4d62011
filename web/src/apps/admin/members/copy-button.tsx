import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./members.module.css";

/** Copies a figure that must not be typed. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation("admin");
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <button type="button" className={classes.copy} aria-label={t("copy", { what: label })} onClick={copy}>
        <Icon name={copied ? "check" : "copy"} size={16} />
      </button>
      <span className="visually-hidden" aria-live="polite">
        {copied && t("copied")}
      </span>
    </>
  );
}
