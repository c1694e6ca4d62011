import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import { Popups } from "#features/main/popups.tsx";
import { loginOpenAtom, noticeAtom } from "#features/session/atoms.ts";
import { useSession } from "#features/session/session.ts";
import { SiteLink } from "../shell/site-link.tsx";

/** The popups, once it is known who is here, and not over something that waits for an answer. */
export function MainPopups() {
  const { t } = useTranslation("main");
  const session = useSession();
  const notice = useAtomValue(noticeAtom);
  const login = useAtomValue(loginOpenAtom);
  if (session === undefined || notice !== null || login !== false) return null;
  return (
    <Popups
      audience={session === null ? "before" : "after"}
      link={(to, onFollow) => (
        <SiteLink to={to} onFollow={onFollow}>
          {t("popup.more")}
        </SiteLink>
      )}
    />
  );
}
