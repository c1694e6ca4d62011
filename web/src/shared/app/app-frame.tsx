import { type ReactNode, useMemo } from "react";
import { FormatProvider } from "../i18n/format.tsx";
import { useSite } from "../site.ts";
import { Toasts } from "../ui/toast.tsx";

/** Around every page of every bundle: figures and times as the site writes them, and what toasts say. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { currency = "KRW", timeZone = "Asia/Seoul" } = useSite() ?? {};
  const format = useMemo(() => ({ currency, timeZone }), [currency, timeZone]);
  return (
    <FormatProvider value={format}>
      {children}
      <Toasts />
    </FormatProvider>
  );
}
