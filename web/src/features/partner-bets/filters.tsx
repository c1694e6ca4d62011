import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { DateRange, useDaysText } from "#shared/ui/date-range.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import classes from "./bets.module.css";
import { type betsSearch, type Product, results, studiosQuery } from "./bets.ts";

interface BetFiltersProps {
  product: Product;
  search: ReturnType<typeof betsSearch>;
  onFilter(next: Record<string, unknown>): void;
  /** The button that saves the list as a file. */
  action: ReactNode;
}

/** The filters of a list of bets; the address keeps them. */
export function BetFilters({ product, search, onFilter, action }: BetFiltersProps) {
  const { t } = useTranslation("partner-reports");
  const daysText = useDaysText();
  const { view, from, to, member, studio, game, result, least, most } = search;
  const studios = useQuery(studiosQuery(product)).data?.products.filter(({ procId }) => procId !== "") ?? [];
  const days = { ...(from && { from }), ...(to && { to }) };
  const all = { value: "", label: t("all") };
  const words = [
    ...(view ? [] : [daysText(days), result && t(`result.${result}`)]),
    member,
    studios.find(({ procId }) => procId === studio)?.name,
    game,
  ];
  return (
    <div className={classes.filters}>
      <Choice
        label={t("view")}
        value={view ?? "ended"}
        onChange={(next) => onFilter({ view: next === "open" ? next : undefined })}
        options={[
          { value: "ended", label: t("view.ended") },
          { value: "open", label: t("view.open") },
        ]}
      />
      <Filters chosen={words}>
        {view === undefined && (
          <DateRange value={days} onChange={(next) => onFilter({ from: undefined, to: undefined, ...next })} />
        )}
        <Field
          type="search"
          label={t("member")}
          placeholder={t("memberHint")}
          value={member ?? ""}
          onChange={(next) => onFilter({ member: next })}
        />
        <SelectField
          label={t("studio")}
          value={studio ?? ""}
          onChange={(next) => onFilter({ studio: next })}
          options={[all, ...studios.map(({ procId, name }) => ({ value: procId, label: name || procId }))]}
        />
        <Field type="search" label={t("gameCode")} value={game ?? ""} onChange={(next) => onFilter({ game: next })} />
        {view === undefined && (
          <SelectField
            label={t("result")}
            value={result ?? ""}
            onChange={(next) => onFilter({ result: next })}
            options={[all, ...results.map((value) => ({ value, label: t(`result.${value}`) }))]}
          />
        )}
        <AmountField label={t("least")} value={least ?? null} onChange={(next) => onFilter({ least: next })} />
        <AmountField label={t("most")} value={most ?? null} onChange={(next) => onFilter({ most: next })} />
      </Filters>
      {action}
    </div>
  );
}
