import { useLocation, useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

interface NavLinkProps {
  /** One of `paths`, with its parameters filled. */
  to: string;
  className?: string | undefined;
  children: ReactNode;
  label?: string;
  onFollow?(): void;
}

/** A link of the menus; it knows whether it is the page shown. */
export function NavLink({ to, className, children, label, onFollow }: NavLinkProps) {
  const router = useRouter();
  const here = useLocation({ select: (location) => location.pathname === to });
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onFollow?.();
    void router.navigate({ href: to });
  };
  return (
    <a href={to} className={className} aria-current={here ? "page" : undefined} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
}
