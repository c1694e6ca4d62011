import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/format.tsx";
import { combinedOdds, type OddsForm, payoutOf, writeOdds } from "../../odds.ts";
import { Button } from "../button.tsx";
import { Choice } from "../choice.tsx";
import { EmptyState } from "../empty-state.tsx";
import { Icon } from "../icon.tsx";
import { Money } from "../money.tsx";
import { Fault } from "../refusal.tsx";
import classes from "./slip.module.css";
import { type Leg, SlipLeg } from "./slip-leg.tsx";
import { type StakeLimits, stakeFault } from "./stake.ts";
import { StakeKeypad } from "./stake-keypad.tsx";

export interface SlipProps {
  legs: readonly Leg[];
  /** singles: a bet on each leg, each with the stake. folder: one bet on all of them together. */
  kind: "singles" | "folder";
  form?: OddsForm;
  stake: number | null;
  /** The stake of the bet before, as a chip. */
  last?: number | null;
  /** Not known of a guest. */
  limits?: StakeLimits | undefined;
  quick: readonly number[];
  /** The factor of a bonus folder in thousandths: 1030 is ×1.03. */
  bonus?: number;
  /** The state of the bet. waiting: a live bet in its delay, with the money set aside. */
  state?: "open" | "placing" | "waiting";
  /** Why the bet was refused, in words, and a stake that would be accepted. */
  refusal?: { text: string; offer?: number };
  keys?: boolean;
  onKind(kind: "singles" | "folder"): void;
  onStake(stake: number | null): void;
  onRemove(id: string): void;
  onClear(): void;
  /** Agrees to the odds of now. */
  onAgree(): void;
  onPlace(): void;
  onEscape?(): void;
  /** Below the button: settings of the bet. */
  children?: ReactNode;
}

/** The bets of a slip and their payouts: nothing of it decides, the server calculates it again. */
export function slipTotals({ legs, kind, stake, bonus = 1_000 }: Pick<SlipProps, "legs" | "kind" | "stake" | "bonus">) {
  const folder = kind === "folder" && legs.length > 1;
  const odds = legs.map((leg) => leg.odds);
  const amount = stake ?? 0;
  return {
    folder,
    odds: combinedOdds(odds),
    total: folder ? amount : amount * legs.length,
    win: folder ? payoutOf(amount, [...odds, bonus]) : odds.reduce((sum, one) => sum + payoutOf(amount, [one]), 0),
  };
}

/** The slip without a frame: the legs, the stake with its bounds, what it can win, and one button that repeats the amount. */
export function Slip(props: SlipProps) {
  const {
    legs,
    kind,
    form = "decimal",
    stake,
    last = null,
    limits,
    quick,
    bonus = 1_000,
    state = "open",
    refusal,
    keys,
  } = props;
  const { onKind, onStake, onRemove, onClear, onAgree, onPlace, onEscape } = props;
  const { t } = useTranslation("play");
  const format = useFormat();
  if (legs.length === 0) {
    return (
      <EmptyState art="queue" title={t("slip.empty")} compact>
        {t("slip.emptyText")}
      </EmptyState>
    );
  }
  const { folder, odds, total, win } = slipTotals(props);
  const busy = state !== "open";
  const changed = legs.some((leg) => leg.agreed !== undefined && leg.agreed !== leg.odds);
  const stuck = legs.some((leg) => leg.fault !== undefined || (leg.state ?? "open") !== "open");
  const ready = !busy && !changed && !stuck && stakeFault(stake, limits) === undefined;
  return (
    <div className={classes.slip}>
      <div className={classes.head}>
        {legs.length > 1 ? (
          <Choice
            label={t("slip.kind")}
            value={kind}
            options={[
              { value: "singles", label: t("slip.singles") },
              { value: "folder", label: t("slip.folder", { count: legs.length }) },
            ]}
            onChange={onKind}
          />
        ) : (
          <span>{t("slip.singles")}</span>
        )}
        <Button variant="ghost" size="sm" disabled={busy} onClick={onClear}>
          {t("slip.clear")}
        </Button>
      </div>
      <ul className={classes.legs}>
        {legs.map((leg) => (
          <SlipLeg key={leg.id} leg={leg} form={form} disabled={busy} onRemove={() => onRemove(leg.id)} />
        ))}
      </ul>
      <div aria-live="polite">
        {changed && (
          <div className={classes.changed}>
            <span>
              <Icon name="swap" size={16} /> {t("slip.changed")}
            </span>
            <Button size="sm" variant="quiet" disabled={busy} onClick={onAgree}>
              {t("slip.agree")}
            </Button>
          </div>
        )}
        {refusal && (
          <div className={classes.refusal}>
            <Fault>{refusal.text}</Fault>
            {refusal.offer !== undefined && (
              <Button size="sm" variant="quiet" onClick={() => onStake(refusal.offer ?? null)}>
                {t("slip.offer", { amount: format.money(refusal.offer) })}
              </Button>
            )}
          </div>
        )}
      </div>
      <StakeKeypad
        value={stake}
        last={last}
        limits={limits}
        quick={quick}
        disabled={busy}
        {...(keys !== undefined && { keys })}
        onChange={onStake}
        onEnter={() => ready && onPlace()}
        {...(onEscape && { onEscape })}
      />
      <dl className={classes.sums}>
        {folder && <Sum name={t("slip.odds")}>{writeOdds(odds, form)}</Sum>}
        {folder && bonus > 1_000 && <Sum name={t("slip.bonus")}>×{writeOdds(bonus, "decimal")}</Sum>}
        <Sum name={t("slip.total")}>
          <Money amount={total} />
        </Sum>
        <Sum name={t("slip.win")}>
          <Money amount={win} size="lg" />
        </Sum>
      </dl>
      <Button size="lg" wide busy={state === "placing"} disabled={!ready && state !== "placing"} onClick={onPlace}>
        {state === "waiting" ? t("slip.waiting") : t("slip.place", { amount: format.money(total) })}
      </Button>
      {state === "waiting" && (
        <p className={classes.note} role="status">
          {t("slip.waitingText", { amount: format.money(total) })}
        </p>
      )}
      {props.children}
    </div>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
