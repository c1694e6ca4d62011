import { useTranslation } from "react-i18next";
import { drawGames } from "#shared/minigame/games.ts";
import { useDrawWords } from "#shared/minigame/words.ts";
import { Choice } from "#shared/ui/choice.tsx";
import { FilterSelect, ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useSearch } from "#shared/use-search.ts";
import { Performance } from "./performance.tsx";
import { minigameSearch, parts, spans } from "./rounds.ts";
import { Rounds } from "./rounds.tsx";

/** The scheduled draws: their rounds, of which traders void one, and how the games perform (S-58, S-94). */
export function MinigamePage() {
  const { t } = useTranslation(["trading", "admin", "minigame"]);
  const words = useDrawWords();
  const { search, filter, replace, onPage } = useSearch(minigameSearch);
  const { part = "rounds", game, days, page = 1 } = search;
  const games = drawGames.map((code) => ({ value: code, label: words.game(code) }));
  return (
    <ListPage
      title={t("admin:nav.minigame")}
      lead={t("draws.lead")}
      filters={
        <>
          <Choice
            label={t("draws.part")}
            value={part}
            onChange={(next) => replace({ part: next, game })}
            options={parts.map((value) => ({ value, label: t(`draws.part.${value}`) }))}
          />
          {part === "rounds" ? (
            <ListBar>
              <SelectField
                label={t("minigame:fair.game")}
                value={game ?? drawGames[0]}
                onChange={(next) => filter({ game: next })}
                options={games}
              />
            </ListBar>
          ) : (
            <ListBar>
              <FilterSelect
                label={t("minigame:fair.game")}
                value={game}
                onChange={(next) => filter({ game: next })}
                options={games}
              />
              <SelectField
                label={t("draws.span")}
                value={String(days ?? 30)}
                onChange={(next) => filter({ days: next })}
                options={spans.map((span) => ({ value: String(span), label: t("draws.lastDays", { count: span }) }))}
              />
            </ListBar>
          )}
        </>
      }
    >
      {part === "rounds" ? (
        <Rounds game={game ?? drawGames[0]} page={page} onPage={onPage} />
      ) : (
        <Performance game={game} days={days} />
      )}
    </ListPage>
  );
}
