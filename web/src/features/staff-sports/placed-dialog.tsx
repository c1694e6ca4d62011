import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { useSportWords } from "#shared/sports/words.ts";
import { Changes } from "#shared/staff/corrections/correction-dialog.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { toSiteTime } from "#shared/staff/site-time.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import type { Market } from "./markets.ts";
import type { Match } from "./matches.ts";
import { type Placed, type PlacedPreview, placedQuery, timeOf, useUndoPlaced, useVoidPlaced } from "./placed.ts";
import { Figures, Windows } from "./placed-parts.tsx";

const REASON_MAX = 200;
const QUARTER_MS = 15 * 60_000;

interface OrderFormProps {
  wanted: Placed;
  shown: PlacedPreview;
  onClose(): void;
}

/** Voids the bets that are shown, with a reason for the members. */
function OrderForm({ wanted, shown, onClose }: OrderFormProps) {
  const { t } = useTranslation(["trading", "corrections"]);
  const format = useFormat();
  const toast = useToast();
  const faultText = useFaultText();
  const { mutateAsync: voidPlaced } = useVoidPlaced();
  const { version, bets, gain, loss, stakes, paid, goOn } = shown;
  const form = useAppForm<{ reason: string }, "done" | "asked">({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("corrections:missing") }),
    onSubmit: ({ reason }) =>
      voidPlaced({ ...wanted, version, bets, gain, loss, stakes, paid, goOn, reason: reason.trim() }),
    onDone: (state) => {
      toast({
        tone: state === "done" ? "done" : "info",
        text: t(state === "done" ? "placedDone" : "corrections:asked"),
      });
      onClose();
    },
  });
  return (
    <Form form={form} className={staff.form}>
      <FormField control={form.control} name="reason" label={t("corrections:reason")} maxLength={REASON_MAX} />
      <Refusal
        box
        error={form.refusal}
        words={(error) => (isCode(error, "C019") ? t("corrections:stale") : faultText(error))}
      />
      <Button type="submit" variant="danger" busy={form.busy} disabled={shown.busy}>
        {t("placedSubmit", { bets: format.number(bets + goOn) })}
      </Button>
    </Form>
  );
}

interface PlacedDialogProps {
  match: Match;
  market: Market;
  onClose(): void;
}

/** Voids the bets on a market that were placed within a time, after it has shown which ones. */
export function PlacedDialog({ match: { eventIdx, home, away }, market, onClose }: PlacedDialogProps) {
  const { t } = useTranslation(["trading", "corrections", "sports"]);
  const { timeZone } = useFormat();
  const words = useSportWords();
  const toast = useToast();
  const [opened] = useState(() => Date.now());
  const [from, setFrom] = useState(() => toSiteTime(new Date(opened - QUARTER_MS).toISOString(), timeZone));
  const [to, setTo] = useState(() => toSiteTime(new Date(opened).toISOString(), timeZone));
  const [undone, setUndone] = useState<number | null>(null);
  const { mutateAsync: undo } = useUndoPlaced();
  const time = timeOf(from, to, timeZone);
  const wanted = time && { eventIdx, marketIdx: market.marketIdx, ...time };
  const query = useQuery(placedQuery(wanted));
  if (undone !== null) {
    return (
      <ReasonDialog
        title={t("placedUndoTitle")}
        text={t("unvoidText")}
        confirm={t("unvoid")}
        danger
        words={(error) => (isCode(error, "C019") ? t("voidStale") : undefined)}
        run={(reason) => undo({ idx: undone, reason })}
        onDone={() => {
          toast({ tone: "done", text: t("placedUndoDone") });
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
                {shown.bets + shown.goOn === 0 ? <p role="status">{t("placedNone")}</p> : <Figures shown={shown} />}
                {shown.list.length > 0 && <Changes list={shown.list} />}
                {shown.bets + shown.goOn > 0 && <OrderForm wanted={wanted} shown={shown} onClose={onClose} />}
                <Windows windows={shown.windows} onUndo={setUndone} />
              </>
            )}
          </QueryView>
        )}
      </div>
    </Dialog>
  );
}
