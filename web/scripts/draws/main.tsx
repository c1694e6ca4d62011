import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { GameDraw } from "#features/minigame/draw/game-draw.tsx";
import type { Outcome } from "#features/minigame/draw/outcome.ts";
import { setLanguage, startI18n } from "#shared/i18n/i18n.ts";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import "#shared/ui/tokens.css";
import "#shared/ui/base.css";

const outcomes: Record<string, Outcome> = {
  pwball: { balls: [3, 11, 17, 22, 28], power: 7 },
  ladders: { start: "left", lines: 4, end: "even" },
  coin3: { coins: ["head", "tail", "head"] },
  keno: { balls: Array.from({ length: 22 }, (_, at) => ((at * 13) % 70) + 1) },
};

await startI18n("member");
await setLanguage("en");
await addPlayTexts();

const root = createRoot(document.querySelector("#root") ?? document.body);
const now = () => performance.now();

function show(game: string, round: number, outcome: Outcome | null): void {
  root.render(
    <StrictMode>
      <GameDraw game={game} round={round} outcome={outcome} since={outcome && now()} now={now} still={false} />
    </StrictMode>,
  );
}

/** Has a game wait for its draw, and draws it, for scripts/draws.ts. */
Object.assign(globalThis, {
  games: Object.keys(outcomes),
  wait: (game: string) => show(game, 1, null),
  draw: (game: string) => show(game, 1, outcomes[game] ?? null),
});
document.body.setAttribute("data-ready", "");
