import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { useSportWords } from "#shared/sports/words.ts";
import { Changes } from "#shared/staff/corrections/correction-dialog.tsx";
import { OrderForm } from "#shared/staff/corrections/order-form.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { toSiteTime } from "#shared/staff/site-time.ts";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { Market } from "./markets.ts";
import type { Match } from "./matches.ts";
import { type PlacedPreview, placedQuery, timeOf, useUndoPlaced, useVoidPlaced } from "./placed.ts";
import { PlacedFigures, Windows } from "./placed-parts.tsx";

const QUARTER_MS = 15 * 60_000;

/** The figures that the order repeats: the server refuses it when they are no longer those of now. */
function orderOf({ version, bets, gain, loss, stakes, paid, goOn }: PlacedPreview) {
  return { version, bets, gain, loss, stakes, paid, goOn };
}

interface PlacedDialogProps {
  match: Match;
  market: Market;
  onClose(): void;
}

/** Voids the bets on a market that were placed within a time, after it has shown which ones. */
export function PlacedDialog({ match: { eventIdx, home, away }, market, onClose }: PlacedDialogProps) {
  const { t } = useTranslation(["trading", "corrections", "sports"]);
  const format = useFormat();
  const { timeZone } = format;
  const words = useSportWords();
  const said = useSaid();
  const [opened] = useState(() => Date.now());
  const [from, setFrom] = useState(() => toSiteTime(new Date(opened - QUARTER_MS).toISOString(), timeZone));
  const [to, setTo] = useState(() => toSiteTime(new Date(opened).toISOString(), timeZone));
  const [undone, setUndone] = useState<number | null>(null);
  const { mutateAsync: undo } = useUndoPlaced();
  const { mutateAsync: voidPlaced } = useVoidPlaced();
  const time = timeOf(from, to, timeZone);
  const wanted = time && { eventIdx, marketIdx: market.marketIdx, ...time };
  const query = useQuery(placedQuery(wanted));
  if (undone !== null) {
    return (
      <ReasonDialog
        title={t("placedUndoTitle", { match: t("sports:match", { home, away }) })}
        text={t("unvoidText")}
        confirm={t("unvoid")}
        danger
        power="sports.unvoidbets"
        words={(error) => (isCode(error, "C019") ? t("voidStale") : undefined)}
        run={(reason) => undo({ idx: undone, reason })}
        onDone={(answer) => {
          said(answer, t("placedUndoDone"));
          setUndone(null);
        }}
        onClose={() => setUndone(null)}
      />
    );
  }
  const hint = t("placedClock", { zone: timeZone });
  return (
    <Dialog
      wide
      title={t("placedTitle", { name: words.named(market), match: t("sports:match", { home, away }) })}
      onClose={onClose}
    >
      <div className={staff.form}>
        <p className={staff.dim}>{t("placedText")}</p>
        <div className={staff.pair}>
          <Field
            name="from"
            type="datetime-local"
            label={t("placedFrom")}
            hint={hint}
            value={from}
            onChange={setFrom}
          />
          <Field
            name="to"
            type="datetime-local"
            label={t("placedTo")}
            hint={hint}
            error={time === null && t("placedOrder")}
            value={to}
            onChange={setTo}
          />
        </div>
        {wanted && (
          <QueryView query={query} compact skeleton={<Skeleton height="12rem" />}>
            {(shown) => (
              <>
                {shown.busy && <p role="status">{t("corrections:busy")}</p>}
                {shown.bets + shown.goOn === 0 ? (
                  <p role="status">{t("placedNone")}</p>
                ) : (
                  <PlacedFigures shown={shown} />
                )}
                {shown.list.length > 0 && <Changes list={shown.list} />}
                {shown.bets + shown.goOn > 0 && (
                  <OrderForm
                    act="sports.voidbets"
                    submit={t("placedSubmit", { bets: format.number(shown.bets + shown.goOn) })}
                    done={t("placedDone")}
                    disabled={shown.busy}
                    send={(reason) => voidPlaced({ ...wanted, ...orderOf(shown), reason })}
                    onClose={onClose}
                  />
                )}
                <Windows windows={shown.windows} onUndo={setUndone} />
              </>
            )}
          </QueryView>
        )}
      </div>
    </Dialog>
  );
}
