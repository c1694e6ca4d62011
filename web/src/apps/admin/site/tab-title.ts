import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRight } from "../session/session.ts";
import { statusQuery } from "./status.ts";

/** How many wait, in the browser's tab: a glance is enough while one works elsewhere. */
export function useTabTitle(): void {
  const { t } = useTranslation("admin");
  const status = useQuery(statusQuery).data;
  const mayMembers = useRight("member");
  const mayCash = useRight("cash");
  const waiting =
    status === undefined
      ? 0
      : (mayMembers ? status.pendingSignups : 0) + (mayCash ? status.pendingIn + status.pendingOut : 0);
  const name = t("title");
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
    return () => {
      document.title = name;
    };
  }, [waiting, name]);
}
