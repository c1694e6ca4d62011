import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { idOf, oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
import { promoSettingsKey } from "#shared/staff/keys.ts";
import type { PromoChange } from "#shared/staff/promo/change.ts";
import { orAsked } from "#shared/staff/second-person.ts";

export type Settings = Res<"/api/admin/promo/settings">;
export type BonusSetting = Settings["bonuses"][number];
export type CouponRow = Res<"/api/admin/coupon/list">["list"][number];
export type GiftRow = Res<"/api/admin/gift/list">["list"][number];

export const couponStates = ["issued", "used", "expired", "revoked"] as const;

const promosKey = ["promos"] as const;
const couponsKey = [...promosKey, "coupons"] as const;
const giftsKey = [...promosKey, "gifts"] as const;
const PER_PAGE = 50;

/** Bonuses, attendance and wheel as they hold now, with who set them. */
export const settingsQuery = queryOptions({
  queryKey: promoSettingsKey,
  queryFn: ({ signal }) => api.call("/api/admin/promo/settings", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

/** A page of the site's coupons; batch 0, an empty state and an empty ID mean all. */
export function couponListQuery(batch: number, state: string, memId: string, page: number) {
  return queryOptions({
    queryKey: [...couponsKey, batch, state, memId, page],
    queryFn: ({ signal }) =>
      api.call(
        "/api/admin/coupon/list",
        { batch, state, memId, page, count_per_list: PER_PAGE },
        { signal, retries: 1 },
      ),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

export function giftListQuery(memId: string, page: number) {
  return queryOptions({
    queryKey: [...giftsKey, memId, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/gift/list", { memId, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** The outcome of a save: it holds, or a colleague has been asked to approve it. */
export type Outcome = "saved" | "asked";

async function saveSetting({ name, version, after, reason }: PromoChange & { reason: string }): Promise<Outcome> {
  const { bonus, attendance, wheel } = after;
  const how = { version, reason };
  if (bonus) await api.call("/api/admin/promo/bonus/save", { ...bonus, ...how, rule: name });
  if (attendance) await api.call("/api/admin/promo/attendance/save", { ...attendance, ...how });
  if (wheel) await api.call("/api/admin/promo/wheel/save", { ...wheel, ...how });
  return "saved";
}

/** Changes a setting of the promotions. After any answer, U035 and C019 included, the settings are asked for again. */
export function useSaveSetting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PromoChange & { reason: string }) => orAsked(saveSetting(change)),
    onSettled: () => client.invalidateQueries({ queryKey: promoSettingsKey }),
  });
}

export function useIssueCoupons() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/coupon/issue">) => orAsked(api.call("/api/admin/coupon/issue", body)),
    onSettled: () => client.invalidateQueries({ queryKey: couponsKey }),
  });
}

export function useRevokeCoupon() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (idx: number) => api.call("/api/admin/coupon/revoke", { idx }),
    onSettled: () => client.invalidateQueries({ queryKey: couponsKey }),
  });
}

export function useSendGift() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/gift/send">) => orAsked(api.call("/api/admin/gift/send", body)),
    onSettled: () => client.invalidateQueries({ queryKey: giftsKey }),
  });
}

/** The parts of the page, with the right that each needs. */
export const parts = [
  { part: "coupons", right: "gift" },
  { part: "gifts", right: "gift" },
  { part: "bonuses", right: "promo" },
  { part: "attendance", right: "promo" },
  { part: "wheel", right: "promo" },
] as const;

/** Reads the search parameters of the promotions; the default is the first part that the rights allow. */
export const promosSearch = searchOf({
  part: oneOf(parts.map(({ part }) => part)),
  state: oneOf(couponStates),
  batch: idOf,
  q: textOf,
  page: pageOf,
});
