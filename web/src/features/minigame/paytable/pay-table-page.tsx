import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { limitsQuery } from "#shared/bets/limits.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { type DrawGame, drawGames } from "#shared/minigame/games.ts";
import { useDrawWords } from "#shared/minigame/words.ts";
import { writeOdds } from "#shared/odds.ts";
import { Facts } from "#shared/ui/facts.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { scrollStop } from "#shared/ui/scroll-stop.ts";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { payTableQuery } from "../games.ts";
import { type DrawSearch, drawSearch } from "../search.ts";
import classes from "./pay-table.module.css";
import { writeChance, writeReturn } from "./write.ts";

interface PayTablePageProps {
  game: DrawGame;
  onSearch(search: DrawSearch): void;
  /** A member, who has limits; a guest has none. */
  member: boolean;
  links: ReactNode;
}

type Market = Res<"/api/minigame/rules">["markets"][number];

/** The pay table of a game: the price and chance of each selection, and its return in the long run. For everybody (S-57). */
export function PayTablePage({ game, onSearch, member, links }: PayTablePageProps) {
  const { t } = useTranslation("minigame");
  const words = useDrawWords();
  const query = useQuery(payTableQuery(game));
  return (
    <Page title={t("paytable.title")} lead={t("paytable.lead")} template="reading">
      {links}
      <div className={classes.game}>
        <SelectField
          label={t("fair.game")}
          value={game}
          onChange={(next) => onSearch(drawSearch({ game: next }))}
          options={drawGames.map((code) => ({ value: code, label: words.game(code) }))}
        />
      </div>
      {member && <Stakes />}
      <QueryView query={query} skeleton={<Skeleton height="40rem" radius="var(--radius-l)" />}>
        {({ version, markets }) => (
          <>
            {markets.map((market) => (
              <Panel
                key={market.key}
                title={words.market(game, market.key)}
                aside={<span className={classes.dim}>{t("paytable.rtp", { rtp: writeReturn(market.rtp) })}</span>}
              >
                {market.selections.length > 0 && <Selections market={market} />}
                {market.spots.length > 0 && <Spots market={market} />}
              </Panel>
            ))}
            <p className={classes.dim}>{t("paytable.version", { version })}</p>
          </>
        )}
      </QueryView>
      <p className={classes.dim}>{t("paytable.counting")}</p>
      <p className={classes.dim}>{t("paytable.meaning")}</p>
    </Page>
  );
}

/** The limits of the member's bets. */
function Stakes() {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const { data } = useQuery(limitsQuery);
  if (!data) return null;
  return (
    <Panel title={t("paytable.stakes")}>
      <Facts
        facts={[
          { name: t("paytable.min"), value: format.money(data.minStake) },
          { name: t("paytable.max"), value: data.maxStake > 0 ? format.money(data.maxStake) : "" },
          { name: t("paytable.maxWin"), value: data.maxWin > 0 ? format.money(data.maxWin) : "" },
        ]}
      />
    </Panel>
  );
}

function Selections({ market }: { market: Market }) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const words = useDrawWords();
  const ranged = market.selections.some(({ to }) => to > 0);
  return (
    <div ref={scrollStop} className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("paytable.selection")}</th>
            {ranged && <th scope="col">{t("paytable.range")}</th>}
            <th scope="col">{t("paytable.pays")}</th>
            <th scope="col">{t("paytable.chance")}</th>
            <th scope="col">{t("paytable.returns")}</th>
          </tr>
        </thead>
        <tbody>
          {market.selections.map(({ key, price, ways, of, rtp, from, to }) => (
            <tr key={key}>
              <th scope="row">{words.pick(market.key, key.slice(key.indexOf(".") + 1))}</th>
              {ranged && <td>{to > 0 ? `${from}–${to}` : "–"}</td>}
              <td>×{writeOdds(price, "decimal")}</td>
              <td>
                {writeChance(ways, of)}
                <span className={classes.ways}>
                  {of < 1e6 && t("paytable.ways", { ways: format.number(ways), of: format.number(of) })}
                </span>
              </td>
              <td>{writeReturn(rtp)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The prices of picks by their hits: a row for each number of picks. */
function Spots({ market }: { market: Market }) {
  const { t } = useTranslation("minigame");
  const most = Math.max(...market.spots.map(({ picks }) => picks));
  const hits = Array.from({ length: most + 1 }, (_, hit) => hit);
  return (
    <div ref={scrollStop} className={classes.frame}>
      <table className={classes.table}>
        <caption>{t("paytable.spots")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("paytable.picks")}</th>
            {hits.map((hit) => (
              <th key={hit} scope="col">
                {t("paytable.hits", { count: hit })}
              </th>
            ))}
            <th scope="col">{t("paytable.returns")}</th>
          </tr>
        </thead>
        <tbody>
          {market.spots.map(({ picks, pays, rtp }) => (
            <tr key={picks}>
              <th scope="row">{picks}</th>
              {hits.map((hit) => {
                const price = pays[hit] ?? 0;
                return <td key={hit}>{price > 0 ? `×${writeOdds(price, "decimal")}` : hit <= picks ? "–" : ""}</td>;
              })}
              <td>{writeReturn(rtp)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
