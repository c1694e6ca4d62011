import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { staffPaths } from "#shared/staff/paths.ts";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { NavLink } from "#shared/ui/nav-link.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { PHONE, useMedia } from "#shared/ui/use-media.ts";
import classes from "./offer.module.css";

const pageOf = (memId: string) => staffPaths.member.replace("$memId", memId);

interface Person {
  memId: string;
  memNick: string;
}

/**
 * The column of the member, whose ID leads to the member's page where the reader may see it. On a phone a row is one button, so there the
 * link has a place of its own in the row's sheet.
 */
export function useMemberColumns(): Column<Person>[] {
  const { t } = useTranslation("offer");
  const mayMember = useRight("member");
  const phone = useMedia(PHONE);
  const link = ({ memId }: Person) => (
    <NavLink to={pageOf(memId)} className={classes.link}>
      {memId}
    </NavLink>
  );
  return [
    {
      key: "member",
      head: t("open.member"),
      phone: "title",
      cell: (row) => (
        <>
          {mayMember && !phone ? link(row) : row.memId} <span className={staff.dim}>{row.memNick}</span>
        </>
      ),
    },
    ...(mayMember && phone ? [{ key: "page", head: t("open.page"), cell: link }] : []),
  ];
}

/** A text about a round of a member, which leads to the round where the reader may see it. 0 is a round that is not known. */
export function RoundLink({ memId, round, children }: { memId: string; round: number; children: ReactNode }) {
  const mayMember = useRight("member");
  const mayCash = useRight("cash");
  if (!mayMember || !mayCash || round === 0) return children;
  return (
    <NavLink
      row
      to={`${pageOf(memId)}?${new URLSearchParams({ part: "rounds", row: String(round) })}`}
      className={classes.link}
    >
      {children}
    </NavLink>
  );
}
