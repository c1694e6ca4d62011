import { Link } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { reminderAtom } from "#features/protection/atoms.ts";
import { ReminderDialog } from "#features/protection/reminder-dialog.tsx";
import { useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { useSessionEnd } from "../session-context.tsx";

/** The reminder of time and money over whatever page is open. */
export function ReminderPopup() {
  const { t } = useTranslation("protection");
  const end = useSessionEnd();
  const member = useMember();
  const [reminder, setReminder] = useAtom(reminderAtom);
  if (!member || !reminder) return null;
  const close = () => setReminder(null);
  return (
    <ReminderDialog
      reminder={reminder}
      limits={
        <Link to={paths.protection} onClick={close}>
          {t("remind.limits")}
        </Link>
      }
      onLeave={() => end.logOut()}
      onClose={close}
    />
  );
}
