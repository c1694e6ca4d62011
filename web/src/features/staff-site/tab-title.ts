import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useStaff } from "#shared/staff/session.ts";
import { queued, statusQuery } from "#shared/staff/status.ts";
import { useTabTitle } from "#shared/ui/title.ts";

/** Keeps the tab's title, at the door as well; with it how many wait: a glance is enough while one works elsewhere. */
export function useWaitingTitle(): void {
  const { t } = useTranslation("admin");
  const rights = useStaff()?.admin.rights;
  const status = useQuery({ ...statusQuery, enabled: rights !== undefined }).data;
  const waiting = status && rights ? queued(status, rights) : 0;
  useTabTitle(t("title"), waiting);
}
