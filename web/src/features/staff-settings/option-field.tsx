import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { writeOdds } from "#shared/odds.ts";
import { percentText } from "#shared/staff/percent.ts";
import type { Flat } from "#shared/staff/settings/flat.ts";
import { kindOf, type Path } from "#shared/staff/settings/options.ts";
import { useSettingText } from "#shared/staff/settings/use-setting-text.ts";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Field } from "#shared/ui/field.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import type { Raw } from "./draft.ts";
import { LanguagesField } from "./languages-field.tsx";
import { PairsField } from "./pairs-field.tsx";
import classes from "./settings.module.css";

interface OptionFieldProps {
  path: Path;
  /** The value that holds now. */
  value: Flat | undefined;
  /** The content that was typed; undefined: the field was not touched. */
  typed: Raw | undefined;
  standard: Flat | undefined;
  limit: { min: number; max: number } | undefined;
  error: string | undefined;
  onType(raw: Raw): void;
}

/** More than any amount of the product: it is no limit to be told. */
const NO_LIMIT = 1_000_000_000_000_000;

const explained = [
  "signUpOpen",
  "passMin",
  "passTries",
  "autoLogoutMinutes",
  "depositUnit",
  "withdrawWaitMinutes",
  "withdrawUndoSeconds",
  "exchangeClosedFrom",
  "partnerPayout",
  "ptWithdrawDayMax",
  "rollingBasisPoints",
  "smallestBet",
  "maxStake",
  "maxWin",
  "debtFromWins",
  "providerDayMax",
  "newProviderDayMax",
  "sportsMinStake",
  "sportsMaxWin",
  "sportsMaxPayout",
  "sportsMinOdds",
  "sportsMaxOdds",
  "sportsMaxLegs",
  "sportsBonusMinOdds",
  "sportsPairs",
  "sportsDelaySeconds",
  "sportsCancelMinutes",
  "sportsCancelAheadMinutes",
  "sportsCancelsPerDay",
  "sportsCashOut",
  "sportsCashOutBasisPoints",
  "bookSite",
  "boardDelaySeconds",
  "partnerOtp",
  "commissionCarry",
  "approvals.deposit.on",
  "approvals.settings.on",
  "approvals.promo.on",
  "approvals.account.on",
  "approvals.reset.on",
  "approvals.details.on",
  "approvals.partner.on",
  "approvals.payout.from",
  "approvals.deposit.from",
  "approvals.correction.from",
  "approvals.commission.from",
  "approvals.bets.from",
  "approvals.gift.from",
  "payoutCodeFrom",
  "languages",
  "liveVideo",
] as const;

/** Returns the meaning of a field, and below it the limits and the default. */
function useHint({ path, value, standard, limit }: OptionFieldProps): ReactNode {
  const { t } = useTranslation("settings");
  const text = useSettingText();
  const known = explained.find((one) => one === path);
  const explanation = known ? t(`hint.${known}`, { max: limit?.max }) : ofParts();
  function ofParts(): string {
    if (path.endsWith(".link")) return t("hint.sns.link");
    return path.endsWith(".legs") ? t("hint.sportsBonuses.legs") : "";
  }
  const range =
    limit && limit.max < NO_LIMIT && t("range", { min: text.value(path, limit.min), max: text.value(path, limit.max) });
  const usual =
    standard !== undefined &&
    standard !== "" &&
    t(value === standard ? "default" : "notDefault", { value: text.value(path, standard) });
  const facts = [range, usual].filter(Boolean).join(" · ");
  if (!explanation || !facts) return explanation || facts;
  return (
    <>
      {explanation}
      <br />
      {facts}
    </>
  );
}

/** One setting: its name, its value in the way of its kind, and below it what it means, its limits and its default. */
export function OptionField(props: OptionFieldProps) {
  const { path, value, typed, error, onType } = props;
  const { t } = useTranslation("settings");
  const text = useSettingText();
  const hint = useHint(props);
  const label = text.name(path);
  const common = { label, hint, error, name: path };
  const raw = typed === undefined ? value : typed;
  switch (kindOf(path)) {
    case "switch":
      return (
        <div className={classes.switch}>
          <Checkbox name={path} label={label} checked={raw === true} onChange={onType} error={error} />
          <p className={classes.hint}>{hint}</p>
        </div>
      );
    case "choice":
      return (
        <SelectField
          {...common}
          value={String(raw)}
          onChange={onType}
          options={(["kick", "deny", "allow"] as const).map((one) => ({ value: one, label: t(`choice.${one}`) }))}
        />
      );
    case "languages":
      return <LanguagesField label={label} hint={hint} error={error} value={String(raw)} onChange={onType} />;
    case "pairs":
      return <PairsField label={label} hint={hint} error={error} value={String(raw ?? "")} onChange={onType} />;
    case "odds": {
      const shown = typed === undefined ? writeOdds(Number(value), "decimal") : String(typed);
      return <Field {...common} inputMode="text" maxLength={10} value={shown} onChange={onType} />;
    }
    case "percent": {
      const shown = typed === undefined ? percentText(Number(value)) : String(typed);
      return <Field {...common} inputMode="numeric" value={shown} onChange={onType} after="%" />;
    }
    case "time":
      return (
        <Field
          {...common}
          inputMode="numeric"
          maxLength={5}
          placeholder="23:30"
          value={String(raw)}
          onChange={onType}
        />
      );
    case "text":
      return (
        <Field {...common} maxLength={path === "liveVideo" ? 500 : 200} value={String(raw ?? "")} onChange={onType} />
      );
    default:
      return (
        <AmountField
          {...common}
          value={typeof raw === "number" && !Number.isNaN(raw) ? raw : null}
          onChange={(amount, fault) => onType(fault ? Number.NaN : amount)}
        />
      );
  }
}
