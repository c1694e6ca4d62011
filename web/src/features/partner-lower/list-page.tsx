import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FileButton } from "#shared/partner/list-parts.tsx";
import { usePartnerRight } from "#shared/partner/session.ts";
import { TrailPager } from "#shared/trail-pager.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { useTrail } from "#shared/use-trail.ts";
import { CardSheet } from "./card-sheet.tsx";
import {
  kinds,
  type ListRequest,
  levels,
  lowerSearch,
  lowersQuery,
  offs,
  sortsFor,
  statuses,
  wholeOf,
} from "./lower.ts";
import { Totals } from "./totals.tsx";
import { useLowerColumns } from "./use-lower-columns.tsx";

/** The accounts below the partner: filters, totals, the list, and the card of each. */
export function LowerListPage() {
  const { t } = useTranslation("partner-lower");
  const { search, filter: onFilter, set } = useSearch(lowerSearch);
  const { kind, level, status, off, online, member } = search;
  const sorts = sortsFor(usePartnerRight("money.read"));
  const sort = sorts.find((one) => one === search.sort) ?? "joined";
  const text = useRest(search.text ?? "");
  const wanted: ListRequest = {
    search: text,
    kind: kind ?? "",
    level: Number(level ?? 0),
    status: status ?? "",
    off: off ?? "",
    online: online === "yes",
    sort,
  };
  const trail = useTrail<string>(JSON.stringify(wanted));
  const query = useQuery(lowersQuery(wanted, trail.after));
  const answer = { data: query.data, error: query.error, isError: query.isError, refetch: query.refetch };
  const first = useQuery(lowersQuery(wanted));
  const totals = first.data?.totals;
  const columns = useLowerColumns();
  const words = [
    kind && t(`kind.${kind}`),
    level && t("partnerOf", { level }),
    status && t(`status.${status}`),
    off && t(`off.${off}`),
    online && t("onlineOnly"),
  ];
  const all = { value: "", label: t("all") };
  return (
    <ListPage
      title={t("listTitle")}
      filters={
        <>
          <Filters chosen={words}>
            <Field
              type="search"
              label={t("search")}
              placeholder={t("searchHint")}
              value={search.text ?? ""}
              onChange={(next) => onFilter({ text: next })}
            />
            <SelectField
              label={t("kind")}
              value={kind ?? ""}
              onChange={(next) => onFilter({ kind: next })}
              options={[all, ...kinds.map((value) => ({ value, label: t(`kind.${value}`) }))]}
            />
            <SelectField
              label={t("level")}
              value={level ?? ""}
              onChange={(next) => onFilter({ level: next })}
              options={[all, ...levels.map((value) => ({ value, label: t("partnerOf", { level: value }) }))]}
            />
            <SelectField
              label={t("status")}
              value={status ?? ""}
              onChange={(next) => onFilter({ status: next })}
              options={[all, ...statuses.map((value) => ({ value, label: t(`status.${value}`) }))]}
            />
            <SelectField
              label={t("switchedOff")}
              value={off ?? ""}
              onChange={(next) => onFilter({ off: next })}
              options={[all, ...offs.map((value) => ({ value, label: t(`off.${value}`) }))]}
            />
            <SelectField
              label={t("sort")}
              value={sort}
              onChange={(next) => onFilter({ sort: next })}
              options={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
            />
            <Checkbox
              label={t("onlineOnly")}
              checked={online === "yes"}
              onChange={(on) => onFilter({ online: on ? "yes" : "" })}
            />
          </Filters>
          <FileButton path="/api/partner/lower/list/csv" body={wanted} name="accounts" />
        </>
      }
    >
      <div>
        <List
          density="compact"
          exported
          query={{
            ...answer,
            data: answer.data && { ...answer.data, pageInfo: wholeOf(totals, answer.data.list.length) },
          }}
          caption={t("listTitle")}
          name="partner-lower"
          rowKey={(row) => row.memId}
          columns={columns}
          onOpen={({ memId }) => set({ member: memId })}
          above={() => totals && <Totals totals={totals} />}
          empty={
            <EmptyState art="queue" title={t("none")}>
              {t("noneText")}
            </EmptyState>
          }
        />
        <TrailPager trail={trail} next={query.data?.next} />
      </div>
      {member && (
        <CardSheet memId={member} onOther={(next) => set({ member: next })} onClose={() => set({ member: "" })} />
      )}
    </ListPage>
  );
}
