import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./members.module.css";
import type { LedgerRow } from "./person.ts";

const parts = { request: "requests", bonus: "requests", round: "rounds" } as const;

/** Returns the cell of what explains a move: with a link to the part of the page that shows it, where there is one. */
export function useSourceLink(memId: string): (row: LedgerRow) => ReactNode {
  const { t } = useTranslation("person");
  return ({ source, ref }) => {
    if (source === "correction") return t("source.correction", { ref });
    if (source !== "request" && source !== "bonus" && source !== "round") return ref;
    return (
      <NavLink
        to={`${paths.adminMember.replace("$memId", memId)}?${new URLSearchParams({ part: parts[source] })}`}
        className={classes.link}
      >
        {t(`source.${source}`, { ref })}
      </NavLink>
    );
  };
}
