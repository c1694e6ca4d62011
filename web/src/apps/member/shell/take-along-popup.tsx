import { useAtom } from "jotai";
import { takeAlongAtom } from "#features/game/atoms.ts";
import { TakeAlongDialog } from "#features/game/take-along-dialog.tsx";
import { useBalance } from "#features/wallet/balance.ts";
import { useGames } from "../games-context.tsx";

/** The question of a game with a wallet of its own, over whatever page is open. */
export function TakeAlongPopup() {
  const games = useGames();
  const cash = useBalance()?.cashAmt ?? 0;
  const [game, setGame] = useAtom(takeAlongAtom);
  if (!game) return null;
  return (
    <TakeAlongDialog
      game={game}
      cash={cash}
      onPlay={(amount) => {
        setGame(null);
        games.play(game, amount);
      }}
      onClose={() => setGame(null)}
    />
  );
}
