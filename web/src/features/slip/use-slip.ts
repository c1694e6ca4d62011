import { useQuery } from "@tanstack/react-query";
import { useAtom, useAtomValue } from "jotai";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { bonusOf, boundsOf } from "#shared/bets/bounds.ts";
import { limitsQuery } from "#shared/bets/limits.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { writeOdds } from "#shared/odds.ts";
import { oddsFormAtom } from "#shared/sports/odds-form.ts";
import type { SlipProps } from "#shared/ui/bet/slip.tsx";
import { type Placed, readAccept } from "./bets.ts";
import { legId, type SlipState, slipAtom, withLegs, withoutLeg } from "./slip.ts";
import { type LegNow, useLegs, useLegWords } from "./use-legs.ts";
import { type Failed, usePlace } from "./use-place.ts";

export interface SlipOwner {
  /** Whether a member is here; a guest's slip leads to the login and waits there. */
  member: boolean;
  /** The code of the reason why this member may not bet now; null when they may. */
  lock: string | null;
  onLogin(): void;
}

/** A bet that was just placed, with what it was on. */
export interface Receipt {
  placed: Placed;
  legs: readonly LegNow[];
}

/** The chips until the member's own are known; minor units. */
const QUICK = [5_000, 10_000, 50_000, 100_000];

const legReasons = ["unknown", "off", "closed", "suspended", "inactive", "sameMatch", "short"] as const;

/** Why a leg is refused, in words, for the legs that a refusal names. */
function useLegFaults(failed: Failed | undefined, minPrice: number, form: SlipProps["form"] = "decimal") {
  const { t } = useTranslation("sports");
  const reason = legReasons.find((one) => one === failed?.detail?.reason);
  return ({ selection, price }: LegNow): string | undefined => {
    const refused = reason && failed?.detail?.legs.some((at) => failed.legs[at] === legId(selection));
    if (price < minPrice || (refused && reason === "short"))
      return t("refused.short", { odds: writeOdds(minPrice, form) });
    return refused ? t(`refused.${reason}`) : undefined;
  };
}

/** The slip of this device with the prices of now, and the ways to change and to place it. */
export function useSlip({ member, lock, onLogin }: SlipOwner) {
  const [state, setSlip] = useAtom(slipAtom);
  const form = useAtomValue(oddsFormAtom);
  const faultText = useFaultText();
  const limits = useQuery({ ...limitsQuery, enabled: member }).data;
  const accept = readAccept(limits);
  const legs = useLegs(state.legs, accept);
  const legIn = useLegWords();
  const [receipts, setReceipts] = useState<Receipt[]>([]);
  const { busy, failed, place, forget } = usePlace((placed, of) => {
    setReceipts((before) => [...before, { placed, legs: of }]);
    setSlip((slip) => ({
      ...of.reduce((rest, { selection }) => withoutLeg(legId(selection))(rest), slip),
      last: placed.stake,
    }));
  });
  const faultOf = useLegFaults(failed, limits?.minPrice ?? 0, form);

  const change = (how: (slip: SlipState) => SlipState) => {
    forget();
    setSlip(how);
  };
  const odds = legs.map(({ price }) => price);
  const folder = state.kind === "folder" && legs.length > 1;
  const bets = folder ? [odds] : odds.map((one) => [one]);
  const most = limits?.maxLegs ?? legs.length;
  const tooMany = folder && legs.length > most ? new ApiError("B6006", { params: { max: String(most) } }) : undefined;
  const stop = lock === null ? tooMany : new ApiError(lock);
  const locked = stop && faultText(stop);
  const refused =
    failed && (failed.detail?.reason && failed.detail.reason !== "changed" ? undefined : faultText(failed.error));
  const offer = failed?.detail?.maxStake;
  const text = locked ?? refused;
  const slip: SlipProps = {
    legs: legs.map((leg) => legIn(leg, faultOf(leg))),
    kind: state.kind,
    form,
    stake: state.stake,
    last: state.last,
    limits: limits && legs.length > 0 ? boundsOf(limits, bets) : undefined,
    quick: limits?.quick ?? QUICK,
    bonus: limits && folder ? bonusOf(limits, odds) : 1_000,
    state: busy ? "placing" : "open",
    ...(text !== undefined && text !== "" && { refusal: { text, ...(offer && { offer }) } }),
    onKind: (kind) => change((now) => ({ ...now, kind })),
    onStake: (stake) => change((now) => ({ ...now, stake })),
    onRemove: (id) => change(withoutLeg(id)),
    onClear: () => change(withLegs([])),
    onAgree: () =>
      change((now) => ({
        ...now,
        legs: legs.map(({ selection, price, version }) => ({ ...selection, price, version })),
      })),
    onPlace: () => {
      if (!member) return onLogin();
      if (locked !== undefined || state.stake === null) return;
      const { stake } = state;
      void place(folder ? [{ legs, stake, accept }] : legs.map((leg) => ({ legs: [leg], stake, accept })));
    },
  };
  return { slip, accept, receipts, onSeen: () => setReceipts([]) };
}
