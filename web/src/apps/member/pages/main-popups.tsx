import { useRouter } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import { Popups } from "#features/main/popups.tsx";
import { loginOpenAtom, noticeAtom } from "#features/session/atoms.ts";
import { useAskedConsent } from "#features/session/consent.ts";
import { useSession } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";

/** The popups, once it is known who is here, and not over something that waits for an answer. */
export function MainPopups() {
  const { t } = useTranslation("main");
  const router = useRouter();
  const session = useSession();
  const notice = useAtomValue(noticeAtom);
  const login = useAtomValue(loginOpenAtom);
  const asked = useAskedConsent().length > 0;
  if (session === undefined || notice !== null || login !== false || asked) return null;
  return (
    <Popups
      audience={session === null ? "before" : "after"}
      action={(to, onFollow) => (
        <Button
          autoFocus
          onClick={() => {
            onFollow();
            if (to.startsWith("/")) void router.navigate({ href: to });
            else window.open(to, "_blank", "noreferrer,noopener");
          }}
        >
          {t(to === paths.signup ? "hero.signup" : "popup.more")}
        </Button>
      )}
    />
  );
}
