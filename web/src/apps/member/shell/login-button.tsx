import { useSetAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { loginOpenAtom } from "#features/session/atoms.ts";
import { Button } from "#shared/ui/button.tsx";

/** Opens the login form over the page. */
export function LoginButton({ size = "md" }: { size?: "sm" | "md" }) {
  const { t } = useTranslation();
  const openLogin = useSetAtom(loginOpenAtom);
  return (
    <Button size={size} aria-haspopup="dialog" onClick={() => openLogin(true)}>
      {t("login.open")}
    </Button>
  );
}
