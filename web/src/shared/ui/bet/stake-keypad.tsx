import { type KeyboardEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/format.tsx";
import { useAmountText } from "../amount.ts";
import { Icon } from "../icon.tsx";
import { type StakeLimits, stakeFault, typed } from "./stake.ts";
import classes from "./stake-keypad.module.css";

interface StakeKeypadProps {
  /** Minor units; null while empty. */
  value: number | null;
  /** Not known of a guest. */
  limits?: StakeLimits | undefined;
  /** The stake of the bet before: one press takes it again. */
  last?: number | null;
  /** Amounts that one press sets where nothing was typed, and adds afterwards. */
  quick: readonly number[];
  disabled?: boolean;
  /** Without the keys: where there is a keyboard. */
  keys?: boolean;
  onChange(value: number | null): void;
  /** Enter places the bet. */
  onEnter?(): void;
  /** Escape leaves the field. */
  onEscape?(): void;
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "000", "0", "Backspace"] as const;

/**
 * The stake, with keys for a thumb and chips. Its bounds stand there before anything is typed. A stake outside of them is
 * shown as it was typed and said to be so; it is never changed behind the member's back.
 */
export function StakeKeypad({
  value,
  limits,
  last = null,
  quick,
  disabled = false,
  keys = true,
  onChange,
  onEnter,
  onEscape,
}: StakeKeypadProps) {
  const { t } = useTranslation("play");
  const format = useFormat();
  const id = useId();
  const fault = stakeFault(value, limits);
  const { input, text, fault: refused, type, leave } = useAmountText(value, onChange);
  const outside = fault === "below" || fault === "above";
  const wrong = outside || refused !== undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.repeat) {
      event.preventDefault();
      if (fault === undefined) onEnter?.();
    }
    if (event.key === "Escape" && onEscape) {
      event.preventDefault();
      onEscape();
    }
  };
  return (
    <div className={classes.pad}>
      <label className={classes.field}>
        <span>{t("stake.label")}</span>
        {/* With our own keys, the device's keyboard stays away. */}
        <input
          inputMode={keys ? "none" : "numeric"}
          autoComplete="off"
          disabled={disabled}
          aria-invalid={wrong}
          aria-describedby={id}
          placeholder="0"
          ref={input}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
      </label>
      <p id={id} className={classes.limits} data-wrong={wrong || undefined} aria-live="polite">
        {refused}
        {limits &&
          refused === undefined &&
          (outside
            ? t(`stake.${fault}`, { amount: format.money(fault === "below" ? limits.min : limits.max) })
            : t("stake.limits", { min: format.money(limits.min), max: format.money(limits.max) }))}
      </p>
      <div className={classes.quick}>
        {last !== null && (
          <button type="button" disabled={disabled} onClick={() => onChange(last)}>
            {t("stake.last", { amount: format.number(last) })}
          </button>
        )}
        {quick.map((amount) => (
          <button key={amount} type="button" disabled={disabled} onClick={() => onChange((value ?? 0) + amount)}>
            {value === null ? "" : "+"}
            {format.number(amount)}
          </button>
        ))}
        {limits && (
          <button type="button" disabled={disabled} onClick={() => onChange(limits.max)}>
            {t("stake.max")}
          </button>
        )}
      </div>
      {keys && (
        <div className={classes.keys}>
          {KEYS.map((key) => (
            <button
              key={key}
              type="button"
              disabled={disabled}
              aria-label={key === "Backspace" ? t("stake.erase") : undefined}
              onClick={() => onChange(typed(value, key))}
            >
              {key === "Backspace" ? <Icon name="back" /> : key}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
