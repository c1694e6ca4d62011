import { type ReactNode, useMemo } from "react";
import { FormatProvider } from "../i18n/format.tsx";
import { useSite } from "../site.ts";
import { Toasts } from "../ui/toast.tsx";

interface AppFrameProps {
  /** Dates in the order of the language shown, as members read them; staff compares rows in one order. */
  datesByLanguage?: boolean | undefined;
  children: ReactNode;
}

/** Around every page of every bundle: figures and times as the site writes them, and what toasts say. */
export function AppFrame({ datesByLanguage, children }: AppFrameProps) {
  const { currency = "KRW", timeZone = "Asia/Seoul" } = useSite() ?? {};
  const format = useMemo(() => ({ currency, timeZone, datesByLanguage }), [currency, timeZone, datesByLanguage]);
  return (
    <FormatProvider value={format}>
      {children}
      <Toasts />
    </FormatProvider>
  );
}
