import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { pollEvery } from "../query.ts";
import type { HubEvent } from "../realtime/event.ts";
import { connectionAtom } from "../realtime/state.ts";
import { watched } from "../realtime/watch.ts";
import { type Market, type Match, type MatchPage, matchesKey, matchKey, type Progress } from "./book.ts";

/** The news of one match. */
export interface News {
  progress?: Progress;
  markets: Market[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isMarket(value: unknown): value is Market {
  return (
    isRecord(value) && typeof value.id === "number" && typeof value.kind === "string" && Array.isArray(value.prices)
  );
}

function isProgress(value: unknown): value is Progress {
  return isRecord(value) && typeof value.state === "string" && typeof value.version === "number";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOpen = ({ state }: Market) => state === "open" || state === "suspended";
const sameQuestion = (a: Market, b: Market) => a.kind === b.kind && a.period === b.period;
const inOrder = (a: Market, b: Market) =>
  a.kind.localeCompare(b.kind) || a.period.localeCompare(b.period) || a.line - b.line || a.id - b.id;

/** A match's own page has all its markets. */
function inPage(markets: readonly Market[], now: Market): Market[] {
  return [...markets.filter(({ id }) => id !== now.id), now].sort(inOrder);
}

const LISTED = ["1x2", "winner", "handicap", "total"];

/** A list has the main line of a few markets of the whole match: another line may become that. */
function inList(markets: readonly Market[], now: Market): readonly Market[] {
  if (now.period !== "full" || !LISTED.includes(now.kind)) return markets;
  if (now.main && isOpen(now)) return [...markets.filter((one) => !sameQuestion(one, now)), now].sort(inOrder);
  return markets.filter(({ id }) => id !== now.id);
}

/** Returns the match with its news; the same one when they say nothing new. */
export function withNews(match: Match, news: News, place: "page" | "list"): Match {
  let { progress } = match;
  if (news.progress && news.progress.version > progress.version) {
    const { scores = progress.scores, cards = progress.cards } = news.progress;
    progress = { ...news.progress, ...(scores && { scores }), ...(cards && { cards }) };
  }
  let markets: readonly Market[] = match.markets;
  for (const now of news.markets) {
    const before = markets.find(({ id }) => id === now.id);
    if (!before || before.version < now.version)
      markets = place === "page" ? inPage(markets, now) : inList(markets, now);
  }
  if (progress === match.progress && markets === match.markets) return match;
  return { ...match, progress, markets: [...markets] };
}

/** Writes news into every list and page of the cache, matches without any stay the same objects: their rows are not drawn again. */
function putNews(client: QueryClient, news: ReadonlyMap<number, News>): void {
  client.setQueriesData<InfiniteData<MatchPage>>({ queryKey: matchesKey }, (data) => {
    if (!data?.pages.some(({ list }) => list.some(({ eventIdx }) => news.has(eventIdx)))) return data;
    const pages = data.pages.map((page) => {
      const list = page.list.map((match) => {
        const now = news.get(match.eventIdx);
        return now ? withNews(match, now, "list") : match;
      });
      return list.every((match, at) => match === page.list[at]) ? page : { ...page, list };
    });
    return { ...data, pages };
  });
  for (const [eventIdx, now] of news)
    client.setQueriesData<Match>(
      { queryKey: matchKey, predicate: ({ queryKey }) => queryKey[3] === eventIdx },
      (match) => (match ? withNews(match, now, "page") : match),
    );
}

/** The subscriptions of a page begin within this time of each other; its lists are read once for all of them. */
const TOGETHER_MS = 300;

/** Collects news until the next frame: fifty changes a second are then drawn at most once for each frame. */
class Inbox {
  private news = new Map<number, News>();
  private waiting = false;
  private readonly missed = new Set<unknown>();
  private readonly client: QueryClient;

  constructor(client: QueryClient) {
    this.client = client;
  }

  take(eventIdx: number, { cmd, data2 }: HubEvent): void {
    const now = this.news.get(eventIdx) ?? { markets: [] };
    const state = parse(data2);
    if (cmd === "ODDS" && isMarket(state)) now.markets = [...now.markets.filter(({ id }) => id !== state.id), state];
    else if (cmd === "SCORE" && isProgress(state)) now.progress = state;
    else return;
    this.news.set(eventIdx, now);
    if (this.waiting) return;
    this.waiting = true;
    // A hidden page draws no frames.
    if (document.visibilityState === "hidden") setTimeout(this.flush, 1_000);
    else requestAnimationFrame(this.flush);
  }

  /** What was read of a match before may be old. */
  miss(eventIdx: number): void {
    if (this.missed.size === 0) setTimeout(this.read, TOGETHER_MS);
    this.missed.add(eventIdx);
  }

  private readonly read = (): void => {
    const missed = new Set(this.missed);
    this.missed.clear();
    const ofMissed = ({ queryKey }: { queryKey: readonly unknown[] }) => missed.has(queryKey[3]);
    void this.client.invalidateQueries({ queryKey: matchKey, predicate: ofMissed });
    void this.client.invalidateQueries({ queryKey: matchesKey });
  };

  private readonly flush = (): void => {
    const { news } = this;
    this.waiting = false;
    this.news = new Map();
    putNews(this.client, news);
  };
}

const inboxes = new WeakMap<QueryClient, Inbox>();

function inboxOf(client: QueryClient): Inbox {
  const inbox = inboxes.get(client) ?? new Inbox(client);
  inboxes.set(client, inbox);
  return inbox;
}

/** Keeps the prices and scores of these matches in the cache as the hub tells them. */
export function useLiveMatches(eventIdxs: readonly number[]): void {
  const client = useQueryClient();
  const ids = [...new Set(eventIdxs)].sort((a, b) => a - b).join(",");
  useEffect(() => {
    if (ids === "") return;
    const inbox = inboxOf(client);
    const ends = ids.split(",").map((id) => {
      const eventIdx = Number(id);
      return watched.watch(`/topic/sports.${id}`, {
        onEvent: (event) => inbox.take(eventIdx, event),
        onResync: () => inbox.miss(eventIdx),
      });
    });
    return () => {
      for (const end of ends) end();
    };
  }, [client, ids]);
}

/**
 * How often prices are read: now and then for what is not watched, and more often while nothing tells the page of them. A page
 * that needs `reads` calls for them makes each that much later, so that all together are not more calls.
 */
export function usePriceInterval(reads = 1) {
  return pollEvery((useAtomValue(connectionAtom) === "live" ? 30_000 : 10_000) * Math.max(1, reads));
}
