import { useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { PurseBadge } from "#features/partner-money/purse-badge.tsx";
import { lazyPart } from "#shared/lazy.ts";
import { OfficeShell } from "#shared/office/office-shell.tsx";
import { logOut, usePartner, usePartnerRight, useSessionLife } from "#shared/partner/session.ts";
import { useRealtime } from "../realtime.ts";
import { Navigation } from "./navigation.tsx";

const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette);

/** Around every page of the partner area: where one is, what is live, and the way out. */
export function Shell() {
  const client = useQueryClient();
  const who = usePartner();
  const seesMoney = usePartnerRight("money.read");
  useRealtime();
  useSessionLife();
  return (
    <OfficeShell
      name={who?.agent.agentId ?? ""}
      navigation={(how) => <Navigation {...how} />}
      tools={seesMoney && <PurseBadge />}
      palette={(onClose) => <Palette onClose={onClose} />}
      onLogOut={() => void logOut(client)}
    >
      <Outlet />
    </OfficeShell>
  );
}
