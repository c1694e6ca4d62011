import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Road, type SideNames } from "#shared/ui/draw/road.tsx";
import type { Side } from "#shared/ui/draw/roads.ts";
import { FiguresTable } from "./figures-table.tsx";
import classes from "./road.module.css";

interface SideOfRound {
  round: number;
  side: Side;
}

interface MarketRoadsProps {
  /** The market: "Power, odd or even". */
  title: string;
  /** From the oldest to the newest. */
  results: readonly SideOfRound[];
  names: SideNames;
}

/** The earlier results of a market of two or three sides: as both roads, and as a table for readers who want figures. */
export function MarketRoads({ title, results, names }: MarketRoadsProps) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const sides = results.map(({ side }) => side);
  return (
    <div className={classes.roads}>
      <Road kind="bead" title={`${title}, ${t("road.bead")}`} sides={sides} names={names} />
      <Road kind="big" title={`${title}, ${t("road.big")}`} sides={sides} names={names} />
      <FiguresTable
        caption={title}
        heads={[t("rounds.round"), t("rounds.result")]}
        rows={results.toReversed().map(({ round, side }) => [format.number(round), names[side]?.name ?? ""] as const)}
      />
    </div>
  );
}
