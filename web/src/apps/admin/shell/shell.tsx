import { useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { InspectSwitch } from "#features/staff-site/inspect-switch.tsx";
import { lazyPart } from "#shared/lazy.ts";
import { OfficeShell } from "#shared/office/office-shell.tsx";
import { logOut, useSessionLife, useStaff } from "#shared/staff/session.ts";
import { useRealtime } from "../realtime.ts";
import { Navigation } from "./navigation.tsx";

const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette);

/** Around every page of the back office: where one is, what is live, the site's switch, and the way out. */
export function Shell() {
  const client = useQueryClient();
  const staff = useStaff();
  useRealtime();
  useSessionLife();
  return (
    <OfficeShell
      name={staff?.admin.name ?? ""}
      tools={<InspectSwitch />}
      navigation={(how) => <Navigation {...how} />}
      palette={(onClose) => <Palette onClose={onClose} />}
      onLogOut={() => void logOut(client)}
    >
      <Outlet />
    </OfficeShell>
  );
}
