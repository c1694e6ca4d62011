import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./protection.module.css";
import { protectionQuery } from "./protection.ts";
import { breakUntil } from "./rules.ts";

/** Beside the deposit (S-36): who has no limit is asked to set one, who is in a break is told. */
export function DepositPrompt({ link }: { link(text: string): ReactNode }) {
  const { t } = useTranslation(["protection", "common"]);
  const state = useQuery(protectionQuery).data;
  if (!state) return null;
  const inBreak = breakUntil(state, Date.now()) !== null;
  if (!inBreak && state.limits.some(({ kind }) => kind === "deposit")) return null;
  return (
    <p className={classes.prompt} role="note">
      <span>{inBreak ? t("prompt.inBreak") : t("prompt.text")}</span>
      {link(inBreak ? t("common:nav.protection") : t("prompt.link"))}
    </p>
  );
}
