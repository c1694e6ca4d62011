import type { ReactNode } from "react";
import { NavLink } from "#shared/ui/nav-link.tsx";

interface SiteLinkProps {
  /** What staff wrote: a path of the site, or an address elsewhere. */
  to: string;
  className?: string | undefined;
  children: ReactNode;
  onFollow?(): void;
}

/** A link that staff wrote. Elsewhere opens beside, and is not told where one came from. */
export function SiteLink({ to, className, children, onFollow }: SiteLinkProps) {
  if (/^\/(?!\/)/.test(to)) {
    return (
      <NavLink to={to} className={className} {...(onFollow ? { onFollow } : {})}>
        {children}
      </NavLink>
    );
  }
  if (!/^https?:\/\//.test(to)) return <span className={className}>{children}</span>;
  return (
    <a href={to} className={className} target="_blank" rel="noreferrer noopener" onClick={onFollow}>
      {children}
    </a>
  );
}
