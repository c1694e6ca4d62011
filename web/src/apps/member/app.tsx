import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Suspense, useEffect } from "react";
import { gameNewsAtom, takeAlongAtom } from "#features/game/atoms.ts";
import { useUnread } from "#features/message/unread.ts";
import { convertOpenAtom } from "#features/point/atoms.ts";
import { reminderAtom } from "#features/protection/atoms.ts";
import { useReminder } from "#features/protection/use-reminder.ts";
import { loginOpenAtom, noticeAtom } from "#features/session/atoms.ts";
import { useAskedConsent } from "#features/session/consent.ts";
import { useMember, useSession } from "#features/session/session.ts";
import { AppFrame } from "#shared/app/app-frame.tsx";
import { lazyPart } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { siteCheckQuery, useSite } from "#shared/site.ts";
import { useTabTitle } from "#shared/ui/title.ts";
import { useRealtime } from "./realtime.ts";
import { useSessionEnd } from "./session-context.tsx";
import type { SessionEnd } from "./session-end.ts";
import { useSessionLife } from "./session-life.ts";
import { updateAtom } from "./update.ts";

const LoginPopup = lazyPart(async () => (await import("#features/session/login-popup.tsx")).LoginPopup);
const NoticeDialog = lazyPart(async () => (await import("#features/session/notice-dialog.tsx")).NoticeDialog);
const ConsentDialog = lazyPart(async () => (await import("#features/session/consent-dialog.tsx")).ConsentDialog);
const GameNews = lazyPart(async () => (await import("./shell/game-news.tsx")).GameNewsPopup);
const TakeAlongPopup = lazyPart(async () => (await import("./shell/take-along-popup.tsx")).TakeAlongPopup);
const ReminderPopup = lazyPart(async () => (await import("./shell/reminder-popup.tsx")).ReminderPopup);
const MaintenanceBar = lazyPart(async () => (await import("#features/site/maintenance-bar.tsx")).MaintenanceBar);
const UpdateBar = lazyPart(async () => (await import("./shell/update-bar.tsx")).UpdateBar);
const ConvertPopup = lazyPart(async () => (await import("./shell/convert-popup.tsx")).ConvertPopup);

/** Socket, poll, renewal and idle time, for as long as it is mounted. */
function Life({ end }: { end: SessionEnd }) {
  useRealtime(end);
  useSessionLife(end);
  return null;
}

/** For a member: a reminder that waits for its answer is shown. */
function Reminders() {
  useReminder();
  return null;
}

/** Pages that no question about documents stands over: the money is never behind it, and the documents themselves. */
const unasked: readonly string[] = [paths.withdraw, paths.withdrawals, paths.preload, paths.terms, paths.privacy];

/** A new version that the member has not answered to is asked about. */
function Consent() {
  const session = useSession();
  const asked = useAskedConsent().length > 0;
  const quiet = useLocation({ select: ({ pathname }) => unasked.includes(pathname) });
  return session && asked && !quiet ? <ConsentDialog session={session} /> : null;
}

/** Around every page: who is here, what is live, and what must be said whatever page is open. */
export function App() {
  const end = useSessionEnd();
  const site = useSite();
  const member = useMember();
  const check = useQuery(siteCheckQuery).data;
  const announced = (check?.windows.length ?? 0) > 0;
  const notice = useAtomValue(noticeAtom);
  const loginOpen = useAtomValue(loginOpenAtom);
  const convertOpen = useAtomValue(convertOpenAtom);
  const reminder = useAtomValue(reminderAtom);
  const gameNews = useAtomValue(gameNewsAtom);
  const takeAlong = useAtomValue(takeAlongAtom);
  const update = useAtomValue(updateAtom);
  // The window that waits for a game's address shows nothing that lives; it needs no socket of its own.
  const lives = useLocation({ select: ({ pathname }) => pathname !== paths.preload });

  useEffect(() => {
    if (check?.inspect) end.closed();
  }, [check?.inspect, end]);

  useTabTitle(site?.name ?? "Hubstake", useUnread());

  return (
    <AppFrame>
      {lives && <Life end={end} />}
      {lives && member && <Reminders />}
      <Outlet />
      <Suspense>
        {notice && <NoticeDialog notice={notice} />}
        {loginOpen && <LoginPopup />}
        {!notice && !loginOpen && <Consent />}
        {convertOpen && <ConvertPopup />}
        {reminder && <ReminderPopup />}
        {gameNews && <GameNews />}
        {takeAlong && <TakeAlongPopup />}
        {lives && !check?.inspect && announced && <MaintenanceBar />}
        {update && <UpdateBar />}
      </Suspense>
    </AppFrame>
  );
}
