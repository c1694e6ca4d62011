import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { Field } from "#shared/ui/field.tsx";
import { FilterSelect, ListBar } from "#shared/ui/list/list-page.tsx";
import classes from "./requests.module.css";
import { type requestsSearch, type State, stateNames } from "./requests.ts";

type Search = ReturnType<typeof requestsSearch>;

interface RequestFiltersProps {
  search: Search;
  action: ReactNode;
  onFilter(next: Record<string, unknown>): void;
}

const stateTexts = {
  requested: "admin:status.requested",
  held: "admin:status.held",
  done: "admin:status.done",
  cancelled: "admin:status.cancelled",
  refused: "admin:status.refused",
} as const satisfies Record<State, string>;

/** The filters of the list of all requests; the address keeps them. */
export function RequestFilters({ search, action, onFilter }: RequestFiltersProps) {
  const { t } = useTranslation(["requests", "admin"]);
  const { from, to, kind, state, member, by, min, max } = search;
  return (
    <ListBar action={action}>
      <FilterSelect
        label={t("kind")}
        value={kind}
        onChange={(next) => onFilter({ kind: next === "all" ? undefined : next })}
        options={[
          { value: "in", label: t("admin:kind.in") },
          { value: "out", label: t("admin:kind.out") },
          { value: "pt", label: t("admin:kind.pt") },
        ]}
      />
      <FilterSelect
        label={t("state")}
        value={state}
        onChange={(next) => onFilter({ state: next === "all" ? undefined : next })}
        options={stateNames.map((value) => ({ value, label: t(stateTexts[value]) }))}
      />
      <Field type="search" label={t("member")} value={member ?? ""} onChange={(next) => onFilter({ member: next })} />
      <Field
        type="search"
        label={t("by")}
        placeholder={t("byHint")}
        value={by ?? ""}
        onChange={(next) => onFilter({ by: next })}
      />
      <AmountField label={t("min")} value={min ?? null} onChange={(next) => onFilter({ min: next ?? undefined })} />
      <AmountField label={t("max")} value={max ?? null} onChange={(next) => onFilter({ max: next ?? undefined })} />
      <div className={classes.days}>
        <DateRange
          value={{ ...(from && { from }), ...(to && { to }) }}
          all={t("days")}
          onChange={(next) => onFilter({ from: undefined, to: undefined, ...next })}
        />
      </div>
    </ListBar>
  );
}
