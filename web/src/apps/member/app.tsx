import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { gameNewsAtom } from "#features/game/atoms.ts";
import { convertOpenAtom } from "#features/point/atoms.ts";
import { loginOpenAtom, noticeAtom } from "#features/session/atoms.ts";
import { siteCheckQuery, useSite } from "#features/site/site.ts";
import { FormatProvider } from "#shared/i18n/format.tsx";
import { paths } from "#shared/paths.ts";
import { Toasts } from "#shared/ui/toast.tsx";
import { useRealtime } from "./realtime.ts";
import { useSessionEnd } from "./session-context.tsx";
import type { SessionEnd } from "./session-end.ts";
import { useSessionLife } from "./session-life.ts";

const LoginPopup = lazy(() => import("#features/session/login-popup.tsx").then((m) => ({ default: m.LoginPopup })));
const NoticeDialog = lazy(() =>
  import("#features/session/notice-dialog.tsx").then((m) => ({ default: m.NoticeDialog })),
);
const GameNews = lazy(() => import("./shell/game-news.tsx").then((m) => ({ default: m.GameNewsPopup })));
const ConvertPopup = lazy(() => import("./shell/convert-popup.tsx").then((m) => ({ default: m.ConvertPopup })));

/** Socket, poll, renewal and idle time, for as long as it is mounted. */
function Life({ end }: { end: SessionEnd }) {
  useRealtime(end);
  useSessionLife(end);
  return null;
}

/** Around every page: who is here, what is live, and what must be said whatever page is open. */
export function App() {
  const end = useSessionEnd();
  const site = useSite();
  const check = useQuery(siteCheckQuery).data;
  const notice = useAtomValue(noticeAtom);
  const loginOpen = useAtomValue(loginOpenAtom);
  const convertOpen = useAtomValue(convertOpenAtom);
  const gameNews = useAtomValue(gameNewsAtom);
  // The window that waits for a game's address shows nothing that lives; it needs no socket of its own.
  const lives = useLocation({ select: ({ pathname }) => pathname !== paths.preload });

  useEffect(() => {
    if (check?.inspect) end.inspect(true);
  }, [check, end]);

  const format = useMemo(
    () => ({ currency: site?.currency ?? "KRW", timeZone: site?.timeZone ?? "Asia/Seoul" }),
    [site?.currency, site?.timeZone],
  );
  return (
    <FormatProvider value={format}>
      {lives && <Life end={end} />}
      <Outlet />
      <Suspense>
        {notice && <NoticeDialog notice={notice} />}
        {loginOpen && <LoginPopup />}
        {convertOpen && <ConvertPopup />}
        {gameNews && <GameNews />}
      </Suspense>
      <Toasts />
    </FormatProvider>
  );
}
