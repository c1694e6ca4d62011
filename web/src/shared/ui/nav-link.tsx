import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface NavLinkProps {
  /** An address of the site: one of `paths` with its parameters filled, or what staff wrote, with query and hash. */
  to: string;
  className?: string | undefined;
  children: ReactNode;
  label?: string;
  /** Whether the link is of the current page only with the same search, because the search names one row. */
  row?: boolean;
  onFollow?(): void;
}

/** A menu link. It marks the current page, and the router loads the page's code once a pointer or the focus is on it. */
export function NavLink({ to, className, children, label, row = false, onFollow }: NavLinkProps) {
  const router = useRouter();
  const { pathname, search, hash } = new URL(to, location.origin);
  return (
    <Link
      to={pathname}
      search={router.options.parseSearch(search)}
      hash={hash.slice(1)}
      className={className}
      activeOptions={{ exact: true, includeSearch: row }}
      aria-label={label}
      onClick={onFollow}
    >
      {children}
    </Link>
  );
}
