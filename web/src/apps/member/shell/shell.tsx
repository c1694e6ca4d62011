import { useLayout } from "#shared/ui/layout.ts";
import { DesktopShell } from "./desktop-shell.tsx";
import { MobileShell } from "./mobile-shell.tsx";

/** The default layout in its two sets (D-59). */
export function Shell() {
  return useLayout() === "mobile" ? <MobileShell /> : <DesktopShell />;
}
