import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./protection.module.css";
import { protectionQuery } from "./protection.ts";
import { restingUntil } from "./rules.ts";

/** Beside the deposit (S-36): who has no limit is asked to set one, who is in a break is told. */
export function DepositPrompt({ link }: { link(text: string): ReactNode }) {
  const { t } = useTranslation("protection");
  const state = useQuery(protectionQuery).data;
  if (!state) return null;
  const resting = restingUntil(state, Date.now()) !== null;
  if (!resting && state.limits.some(({ kind }) => kind === "deposit")) return null;
  return (
    <p className={classes.prompt} role="note">
      <span>{resting ? t("prompt.resting") : t("prompt.text")}</span>
      {link(resting ? t("title") : t("prompt.link"))}
    </p>
  );
}
