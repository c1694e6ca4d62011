import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

/** Ends the session; named has its name on it. */
export function LogOutButton({ onLogOut, named = false }: { onLogOut(): void; named?: boolean }) {
  const { t } = useTranslation("office");
  return (
    <Button
      variant="ghost"
      size={named ? "md" : "sm"}
      aria-label={t("shell.logout")}
      icon={<Icon name="logout" size={18} />}
      onClick={onLogOut}
    >
      {named && t("shell.logout")}
    </Button>
  );
}
