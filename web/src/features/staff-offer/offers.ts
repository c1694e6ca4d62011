import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
import { approvalsKey, offersKey } from "#shared/staff/keys.ts";
import { orAsked } from "#shared/staff/second-person.ts";
import { statusKey } from "#shared/staff/status.ts";

type Offer = Res<"/api/admin/offer/list">;
export type OfferedVendor = Offer["vendors"][number];
export type Waiting = Offer["waits"][number];
export type OfferedGroup = Offer["groups"][number];
export type OfferedProduct = Offer["products"][number];
export type OfferedGame = Res<"/api/admin/offer/games">["list"][number];

/** The switch that every part of the offer has. */
export type Switch = Pick<OfferedGame, "off" | "version" | "setBy" | "reason" | "setAt" | "withdrawn">;

export type OfferKind = Req<"/api/admin/offer/switch">["kind"];

const PER_PAGE = 50;

/** Providers, groups and products with their switches. */
export const offerQuery = queryOptions({
  queryKey: [...offersKey, "list"],
  queryFn: ({ signal }) => api.call("/api/admin/offer/list", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

interface GameFilter {
  q: string;
  product: string;
  onlyOff: boolean;
  page: number;
}

/** A page of games in the order of the lobbies. */
export function gamesQuery({ q, product, onlyOff, page }: GameFilter) {
  return queryOptions({
    queryKey: [...offersKey, "games", q, product, onlyOff, page],
    queryFn: ({ signal }) =>
      api.call(
        "/api/admin/offer/games",
        { text: q, procId: product, onlyOff, page, count_per_list: PER_PAGE },
        { signal, retries: 1 },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** After a change, and after a refusal of the server, the lists are asked for again. */
function useAct<Body, Result>(call: (body: Body) => Promise<Result>, keep: { gcTime?: number } = {}) {
  const client = useQueryClient();
  return useMutation({
    ...keep,
    mutationFn: call,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: statusKey });
      void client.invalidateQueries({ queryKey: approvalsKey });
      return client.invalidateQueries({ queryKey: offersKey });
    },
  });
}

export const useSwitchOffer = () =>
  useAct((body: Req<"/api/admin/offer/switch">) => api.call("/api/admin/offer/switch", body));
/** Asks for a new key. Its answer may hold a secret: nothing keeps it once the dialog is closed. */
export const useRotateKey = () =>
  useAct((body: Req<"/api/admin/offer/key/rotate">) => orAsked(api.call("/api/admin/offer/key/rotate", body)), {
    gcTime: 0,
  });
export const useEndKey = () =>
  useAct((body: Req<"/api/admin/offer/key/end">) => orAsked(api.call("/api/admin/offer/key/end", body)));
export const useAddVendor = () =>
  useAct((body: Req<"/api/admin/offer/vendor/add">) => orAsked(api.call("/api/admin/offer/vendor/add", body)));
/** Asks for a second person who pays a held win, or refuses it. */
export const useDecideWin = () =>
  useAct((body: Req<"/api/admin/offer/win/decide">) => orAsked(api.call("/api/admin/offer/win/decide", body)));
export const useAddProduct = () =>
  useAct((body: Req<"/api/admin/offer/product/add">) => api.call("/api/admin/offer/product/add", body));
export const useAddGame = () =>
  useAct((body: Req<"/api/admin/offer/game/add">) => api.call("/api/admin/offer/game/add", body));
export const useChangeGame = () =>
  useAct((body: Req<"/api/admin/offer/change">) => api.call("/api/admin/offer/change", body));

/** The kinds of things that are open with a provider; each has a list of its own. */
const openKinds = ["wins", "transfers", "rounds", "debts"] as const;
export type OpenKind = (typeof openKinds)[number];

/** The parts of the page; the providers are the default. A provider with what is open there shows that list instead. */
export const offerSearch = searchOf({
  part: oneOf(["groups", "products", "games"]),
  product: textOf,
  state: oneOf(["off"]),
  q: textOf,
  page: pageOf,
  open: oneOf(openKinds),
  vendor: textOf,
});
