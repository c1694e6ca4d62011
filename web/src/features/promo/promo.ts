import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { FRESH_MS } from "#shared/query.ts";

export type Coupon = Res<"/api/coupon/list">["list"][number];
export type Attendance = Res<"/api/attendendance/info">;
export type Wheel = Res<"/api/rotary/info">;
/** The answer of a call that moves money. The app puts the new balance in place, because only it knows the wallet. */
export type Moved = Res<"/api/give/take">;

export const couponStates = ["issued", "used", "expired", "revoked"] as const;
export type CouponState = (typeof couponStates)[number];

const promoKey = ["promo"] as const;
const personal = { meta: { personal: true } } as const;

/** The member's coupons, newest first; an empty state means all. */
export function couponsQuery(state: CouponState | "", page: number) {
  return queryOptions({
    queryKey: [...promoKey, "coupons", state, page],
    queryFn: ({ signal }) =>
      api.call("/api/coupon/list", { page, ...(state === "" ? {} : { state }) }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    ...personal,
  });
}

/** The rewards that the member can take now. */
export const claimsQuery = queryOptions({
  queryKey: [...promoKey, "claims"],
  queryFn: ({ signal }) => api.call("/api/promo/claims", {}, { signal }),
  staleTime: 0,
  ...personal,
});

export type Gift = Res<"/api/give/list">["list"][number];

/** Points that the member was sent, or has sent, newest first. */
export function giftsQuery(page: number, sent = false) {
  return queryOptions({
    queryKey: [...promoKey, "gifts", sent, page],
    queryFn: ({ signal }) => api.call("/api/give/list", { page, ...(sent && { sent }) }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    ...personal,
  });
}

/** Null: the site has none now (B0099). */
async function orNone<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (isCode(error, "B0099")) return null;
    throw error;
  }
}

/** The days of a month on which the member was here; without a month, the present one. */
export function attendanceQuery(month: string | undefined) {
  return queryOptions({
    queryKey: [...promoKey, "attendance", month ?? ""],
    queryFn: ({ signal }) =>
      orNone(api.call("/api/attendendance/info", month === undefined ? {} : { month }, { signal, retries: 1 })),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    ...personal,
  });
}

/** The bonuses that the site gives on deposits, and whether the member wants them. */
export const bonusQuery = queryOptions({
  queryKey: [...promoKey, "bonus"],
  queryFn: ({ signal }) => api.call("/api/bonus/info", {}, { signal, retries: 1 }),
  staleTime: FRESH_MS,
  ...personal,
});

/** The wheel and the member's turn of today. */
export const wheelQuery = queryOptions({
  queryKey: [...promoKey, "wheel"],
  queryFn: ({ signal }) => orNone(api.call("/api/rotary/info", {}, { signal, retries: 1 })),
  staleTime: FRESH_MS,
  ...personal,
});

/** The turns of other days. */
export function turnsQuery(page: number) {
  return queryOptions({
    queryKey: [...promoKey, "turns", page],
    queryFn: ({ signal }) => api.call("/api/rotary/list", { page }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    ...personal,
  });
}

function usePromo<Body, Answer>(call: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: promoKey });
      // Bonuses stand in the history of points, too.
      void client.invalidateQueries({ queryKey: ["point"] });
    },
  });
}

export const useCoupon = () => usePromo((code: string) => api.call("/api/coupon/use", { code }));
export const useGiveCoupon = () =>
  usePromo((body: { code: string; memId: string }) => api.call("/api/coupon/gift", body));
export const useTakeGift = () => usePromo((idx: number) => api.call("/api/give/take", { idx }));
export const useSendGift = () =>
  usePromo((gift: { memId: string; pointAmt: number; memo: string }) =>
    api.call("/api/give/send", { requestId: crypto.randomUUID(), ...gift }),
  );
export const useChooseBonus = () => usePromo((wanted: boolean) => api.call("/api/bonus/choose", { wanted }));
export const useCheckIn = () => usePromo((_: undefined) => api.call("/api/attendendance/check", {}));
/** The page turns the wheel before it shows what was won, so the lists are asked for by the page, not here. */
export const useSpin = () => useMutation({ mutationFn: () => api.call("/api/rotary/spin", {}) });
