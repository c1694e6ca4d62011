import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useRight, useStaff } from "#shared/staff/session.ts";
import { statusQuery } from "#shared/staff/status.ts";
import { useTabTitle } from "#shared/ui/title.ts";

/** Keeps the tab's title, at the door as well; with it how many wait: a glance is enough while one works elsewhere. */
export function useWaitingTitle(): void {
  const { t } = useTranslation("admin");
  const status = useQuery({ ...statusQuery, enabled: useStaff() !== null }).data;
  const mayMembers = useRight("member");
  const mayCash = useRight("cash");
  const waiting =
    status === undefined
      ? 0
      : (mayMembers ? status.pendingSignups : 0) + (mayCash ? status.pendingIn + status.pendingOut : 0);
  useTabTitle(t("title"), waiting);
}
