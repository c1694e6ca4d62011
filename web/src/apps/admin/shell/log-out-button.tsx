import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { logOut } from "#shared/staff/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";

/** Ends the session of staff; named has its name on it. */
export function LogOutButton({ named = false }: { named?: boolean }) {
  const { t } = useTranslation("admin");
  const client = useQueryClient();
  return (
    <Button
      variant="ghost"
      size={named ? "md" : "sm"}
      aria-label={t("logout")}
      icon={<Icon name="logout" size={18} />}
      onClick={() => void logOut(client)}
    >
      {named && t("logout")}
    </Button>
  );
}
