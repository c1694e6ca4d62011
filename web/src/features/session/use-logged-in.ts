import { useRouter } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { paths } from "#shared/paths.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { returnPathAtom } from "./atoms.ts";
import type { LoggedIn } from "./login-form.tsx";

/** After login: back to where the member was going, and a word about the login before this one. */
export function useLoggedIn(): (answer: LoggedIn) => void {
  const { t } = useTranslation("session");
  const format = useFormat();
  const router = useRouter();
  const toast = useToast();
  const [returnPath, setReturnPath] = useAtom(returnPathAtom);
  return (answer) => {
    const { lastLogin, member } = answer;
    toast({
      tone: "done",
      text: lastLogin
        ? t("login.previous", { nick: member.memNick, at: format.dateTime(lastLogin.at), ip: lastLogin.ip })
        : t("login.first", { nick: member.memNick }),
    });
    setReturnPath(null);
    void router.navigate({ href: returnPath ?? paths.home });
  };
}
