import { useLocation, useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

interface NavLinkProps {
  /** One of `paths`. */
  to: string;
  className: string | undefined;
  children: ReactNode;
}

/** A link of the menu; it knows whether it is the page shown. */
export function NavLink({ to, className, children }: NavLinkProps) {
  const router = useRouter();
  const here = useLocation({ select: (location) => location.pathname === to });
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  return (
    <a href={to} className={className} aria-current={here ? "page" : undefined} onClick={follow}>
      {children}
    </a>
  );
}
