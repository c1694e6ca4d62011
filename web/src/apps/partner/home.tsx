import { HomePage } from "#features/partner-home/home-page.tsx";
import { LivePanel } from "#features/partner-live/live-panel.tsx";
import { kindsFor } from "#features/partner-live/rights.ts";
import { usePartner } from "#shared/partner/session.ts";
import classes from "./home.module.css";

/** The first page: the partner, and what happens below. */
export function Home() {
  const live = kindsFor(usePartner()?.agent.rights ?? []).length > 0;
  return (
    <div className={classes.home}>
      <HomePage />
      {live && (
        <aside className={classes.live}>
          <LivePanel />
        </aside>
      )}
    </div>
  );
}
