import { LivePanel } from "#features/partner-live/live-panel.tsx";
import { LowerOnlinePage } from "#features/partner-lower/online-page.tsx";

/** The accounts below that are online, and what happens there, with its sounds. */
export function Online() {
  return (
    <>
      <LowerOnlinePage />
      <LivePanel />
    </>
  );
}
