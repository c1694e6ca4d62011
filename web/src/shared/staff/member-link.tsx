import { NavLink } from "#shared/ui/nav-link.tsx";
import { staffPaths } from "./paths.ts";
import { useRight } from "./session.ts";
import classes from "./staff.module.css";

/** A member's ID, which leads to the member's page where the reader may see it. */
export function MemberLink({ memId }: { memId: string }) {
  const mayMember = useRight("member");
  if (!mayMember) return <span>{memId}</span>;
  return (
    <NavLink to={staffPaths.member.replace("$memId", memId)} className={classes.link}>
      {memId}
    </NavLink>
  );
}
