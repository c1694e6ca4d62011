import type { ReactNode } from "react";
import { NavLink } from "#shared/ui/nav-link.tsx";

interface SiteLinkProps {
  /** The address as staff entered it: a path of the site, or an address elsewhere. */
  to: string;
  className?: string | undefined;
  children: ReactNode;
  onFollow?(): void;
}

/** A link that staff entered. An address elsewhere opens in a new tab and receives no referrer. */
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
