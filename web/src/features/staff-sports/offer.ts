import { api, type Req, type Res } from "#shared/api/client.ts";
import { oneOf, searchOf, textOf } from "#shared/search.ts";
import { sports } from "#shared/sports/sports.ts";
import { useAct } from "./matches.ts";

export type League = Res<"/api/admin/sports/names">["list"][number];

/** The largest margin of a league, in basis points. */
export const MOST_MARGIN = 3_000;

export const useChangeOffer = () =>
  useAct((body: Req<"/api/admin/sports/offer">) => api.call("/api/admin/sports/offer", body));

/** Reads the search parameters of the offer; soccer is the default. */
export const offerSearch = searchOf({ sport: oneOf(sports), q: textOf });
