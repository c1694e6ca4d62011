import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { createRoot } from "react-dom/client";
import { SportsPage } from "#features/sports/sports-page.tsx";
import { setLanguage, startI18n } from "#shared/i18n/i18n.ts";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { watched } from "#shared/realtime/watch.ts";
import { market, match } from "#shared/sports/samples.ts";
import { store } from "#shared/store.ts";
import "#shared/ui/tokens.css";
import "#shared/ui/base.css";

/** 24 matches are watched at once; of those, prices move. The others stand there too. */
const MATCHES = 100;
const CHANGES = 50;

const list = Array.from({ length: MATCHES }, (_, at) => match({ eventIdx: at + 1, leagueIdx: Math.floor(at / 10) }));
const answers: Record<string, unknown> = {
  "/api/sports/tree": { sports: [] },
  "/api/sports/matches": { list, next: null },
};
// The page has no server: what it asks for is here.
Reflect.set(globalThis, "fetch", async (path: string) =>
  Response.json({ resultCode: "200", resultMessage: "", data: answers[path] ?? {}, traceId: "" }),
);

await startI18n("member");
await setLanguage("en");
await Promise.all([addPlayTexts(), addSportsTexts()]);

const chosen = new Set<string>();
const nothing = () => undefined;
const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <SportsPage search={{}} onSearch={nothing} chosen={chosen} onChoose={nothing} onOpen={nothing} slip={null} />
      </QueryClientProvider>
    </Provider>,
  );
}

/** Moves so many prices, as the hub tells them. */
let version = 1;
function move(): void {
  const feeds = watched.serve(null);
  const feed = feeds[version % feeds.length];
  version++;
  if (!feed) return;
  const eventIdx = Number(feed.destination.split(".").pop());
  const moved = market({
    id: 100 * eventIdx + 1,
    version,
    prices: ["home", "draw", "away"].map((key, at) => ({
      key,
      price: 1_500 + ((version * 37 + at * 613) % 3_000),
      version,
      active: true,
    })),
  });
  feed.onEvent({ cmd: "ODDS", data1: String(moved.id), data2: JSON.stringify(moved), ver: version, at: Date.now() });
}
setInterval(move, 1_000 / CHANGES);
