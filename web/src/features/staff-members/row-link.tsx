import { type ReactNode, useEffect, useRef } from "react";
import { staffPaths } from "#shared/staff/paths.ts";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./members.module.css";
import type { Part } from "./person.ts";

/** Returns the address of a part of a member's page, with what names one row of it. */
export function addressOf(memId: string, part: Part, row: Record<string, string> = {}): string {
  return `${staffPaths.member.replace("$memId", memId)}?${new URLSearchParams({ part, ...row })}`;
}

interface RowLinkProps {
  memId: string;
  part: Part;
  row: number;
}

/** The number of a row, as a link that opens the page of the list that has it. */
export function RowLink({ memId, part, row }: RowLinkProps) {
  return (
    <NavLink row to={addressOf(memId, part, { row: String(row) })} className={classes.link}>
      {row}
    </NavLink>
  );
}

/** A cell of the row that the address names: it is marked, and comes into sight. */
export function Marked({ on, children }: { on: boolean; children: ReactNode }) {
  const cell = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (on) cell.current?.scrollIntoView({ block: "center" });
  }, [on]);
  return on ? (
    <strong ref={cell} aria-current="true" className={classes.marked}>
      {children}
    </strong>
  ) : (
    children
  );
}
