import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { boundsOf } from "#shared/bets/bounds.ts";
import { limitsQuery } from "#shared/bets/limits.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { payoutOf, writeOdds } from "#shared/odds.ts";
import { stakeFault } from "#shared/ui/bet/stake.ts";
import { StakeKeypad } from "#shared/ui/bet/stake-keypad.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useLayout } from "#shared/ui/layout.ts";
import { Money } from "#shared/ui/money.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import type { Market, Round } from "./games.ts";
import { KenoPicks } from "./keno-picks.tsx";
import { type Choice, Markets } from "./markets.tsx";
import classes from "./play.module.css";
import { isClosed, usePlaceDraw } from "./use-place-draw.ts";
import { useDrawWords } from "./words.ts";

/** The chips until the member's own are known; minor units. */
const QUICK = [5_000, 10_000, 50_000, 100_000];

interface BetSheetProps {
  game: string;
  markets: readonly Market[];
  /** The round that takes bets; null while none does. */
  open: Round | null;
  /** The code of the reason why this member may not bet now; null when they may. */
  lock: string | null;
  picks: readonly number[];
  onPicks(picks: readonly number[]): void;
}

/** The choice of picks: all of them hit at the price of the table. */
function picked(markets: readonly Market[], picks: readonly number[]): Choice | undefined {
  const table = markets.flatMap(({ spots }) => spots).find((one) => one.picks === picks.length);
  return table && { selection: `spots:${picks.join("-")}`, price: table.pays.at(-1) ?? 0 };
}

/** Chooses a price or numbers, asks for the stake and places the bet with one press. Nothing is placed without a press of its own (S-47). */
export function BetSheet({ game, markets, open, lock, picks, onPicks }: BetSheetProps) {
  const { t } = useTranslation(["minigame", "play"]);
  const format = useFormat();
  const { betName } = useDrawWords();
  const [selection, setSelection] = useState<string>();
  const [stake, setStake] = useState<number | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const [done, setDone] = useState<string>();
  const keys = useLayout() === "mobile";
  const limits = useQuery(limitsQuery).data;
  const { busy, error, place, forget } = usePlaceDraw();

  // The price is that of the pay table as it is now.
  const priced = markets.flatMap(({ selections }) => selections).find(({ key }) => key === selection);
  const choice = priced ? { selection: priced.key, price: priced.price } : picked(markets, picks);
  const bounds = limits && boundsOf(limits, [[choice?.price ?? 1_000]]);
  const closed = open === null || lock !== null;
  const ready = !closed && !busy && choice !== undefined && stakeFault(stake, bounds) === undefined;
  const choose = (next: string | undefined, numbers: readonly number[]) => {
    forget();
    setDone(undefined);
    setSelection(next);
    onPicks(numbers);
  };
  const onPlace = async () => {
    if (!ready || !open || !choice || stake === null) return;
    setDone(undefined);
    const placed = await place({ stake, draw: { game, no: open.no, ...choice } });
    if (!placed) return;
    setDone(t("placed", { bet: betName(game, choice.selection), amount: format.money(placed.stake), no: open.no }));
    setSelection(undefined);
    setStake(null);
    setLast(placed.stake);
    onPicks([]);
  };
  const spots = markets.find((market) => market.spots.length > 0);
  return (
    <section className={classes.sheet} aria-label={t("bets.place")}>
      <h2>{open ? t("bets.on", { no: open.no }) : t("bets.closed")}</h2>
      <Markets
        game={game}
        markets={markets.filter((market) => market.selections.length > 0)}
        chosen={selection}
        disabled={closed}
        onChoose={(one) => choose(one.selection === selection ? undefined : one.selection, [])}
      />
      {spots && (
        <KenoPicks market={spots} picks={picks} disabled={closed} onPicks={(numbers) => choose(undefined, numbers)} />
      )}
      <div className={classes.slip}>
        <p className={classes.chosen}>
          {choice ? (
            <>
              <span>{betName(game, choice.selection)}</span> <strong>{writeOdds(choice.price, "decimal")}</strong>
            </>
          ) : (
            t("bets.choose")
          )}
        </p>
        <StakeKeypad
          value={stake}
          last={last}
          limits={bounds}
          quick={limits?.quick ?? QUICK}
          disabled={busy}
          keys={keys}
          onChange={(next) => {
            forget();
            setStake(next);
          }}
          onEnter={() => void onPlace()}
        />
        <p className={classes.win}>
          <span>{t("play:slip.win")}</span>
          <Money amount={choice && stake !== null ? payoutOf(stake, [choice.price]) : 0} size="lg" />
        </p>
        <Refusal
          box
          error={lock === null ? error : new ApiError(lock)}
          words={(fault) => (isClosed(fault) ? t("bets.closedText") : undefined)}
        />
        <Button size="lg" wide busy={busy} disabled={!ready && !busy} onClick={() => void onPlace()}>
          {open === null ? t("bets.closed") : t("play:slip.place", { amount: format.money(stake ?? 0) })}
        </Button>
        <p role="status" className={classes.done}>
          {done}
        </p>
        <p className={classes.note}>{t("latency")}</p>
      </div>
    </section>
  );
}
