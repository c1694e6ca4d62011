import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRight } from "#shared/staff/session.ts";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./members.module.css";
import type { LedgerRow } from "./person.ts";
import { addressOf } from "./row-link.tsx";

/** Returns the cell of what explains a move: with a link to the row that shows it, where there is one that the reader may see. */
export function useSourceLink(memId: string): (row: LedgerRow) => ReactNode {
  const { t } = useTranslation("person");
  const mayCash = useRight("cash");
  return ({ source, ref }) => {
    if (source === "correction") return t("source.correction", { ref });
    if (source !== "request" && source !== "bonus" && source !== "round") return ref;
    const words = t(`source.${source}`, { ref });
    if (!mayCash) return words;
    const to =
      source === "round" ? addressOf(memId, "rounds", { move: ref }) : addressOf(memId, "requests", { row: ref });
    return (
      <NavLink row to={to} className={classes.link}>
        {words}
      </NavLink>
    );
  };
}
