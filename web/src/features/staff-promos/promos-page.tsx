import { useTranslation } from "react-i18next";
import { useStaff } from "#shared/staff/session.ts";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { Bonuses } from "./bonuses.tsx";
import { Coupons } from "./coupons.tsx";
import { Daily } from "./daily.tsx";
import { Gifts } from "./gifts.tsx";
import { parts, promosSearch } from "./promos.ts";

/** The promotions, one part at a time; only the parts that the rights of the current user allow. */
export function PromosPage() {
  const { t } = useTranslation(["admin", "promo"]);
  const rights = useStaff()?.admin.rights ?? [];
  const { search, replace } = useSearch(promosSearch);
  const mine = parts.filter(({ right }) => rights.includes(right)).map(({ part }) => part);
  const part = mine.find((known) => known === search.part) ?? mine[0];
  const names = {
    coupons: t("promo:coupon.title"),
    gifts: t("promo:gift.title"),
    bonuses: t("promos.bonuses"),
    attendance: t("promo:attendance.title"),
    wheel: t("promo:wheel.title"),
  };
  if (part === undefined)
    return (
      <ListPage title={t("nav.promos")}>
        <EmptyState art="queue" title={t("live.noRights")} />
      </ListPage>
    );
  return (
    <ListPage
      title={t("nav.promos")}
      filters={
        <Choice
          label={t("promos.label")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={mine.map((value) => ({ value, label: names[value] }))}
        />
      }
    >
      <h2>{names[part]}</h2>
      {part === "coupons" && <Coupons />}
      {part === "gifts" && <Gifts />}
      {part === "bonuses" && <Bonuses />}
      {(part === "attendance" || part === "wheel") && <Daily key={part} part={part} />}
    </ListPage>
  );
}
