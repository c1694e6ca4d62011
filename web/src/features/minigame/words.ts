import { useFormat } from "#shared/i18n/format.tsx";
import { useDrawWords as useWords } from "#shared/minigame/words.ts";
import type { Market } from "./games.ts";

type Selection = Market["selections"][number];

/** The names of games, markets and selections in the member's language, as the page of a game says them. */
export function useDrawWords() {
  const words = useWords();
  const format = useFormat();
  return {
    gameName: words.game,
    marketName: words.market,
    pickName: words.pickOf,
    /** The name of a selection with the sums that win, where it has such. */
    selectionName: ({ key, from, to }: Selection): string =>
      to > 0 && !key.startsWith("power_range.")
        ? `${words.pickOf(key)} ${format.number(from)}–${format.number(to)}`
        : words.pickOf(key),
    /** The market of a selection and its name: "Powerball, odd or even: Odd". */
    betName: words.selection,
  };
}
