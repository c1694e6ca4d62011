import { type HubEvent, parseEvent } from "./event.ts";
import { additionalData, open } from "./seal.ts";

/** itemOf names what an event is the state of: of odds and scores, each market and each match has versions of its own. */
function itemOf({ cmd, data1 }: HubEvent): string {
  return cmd === "ODDS" || cmd === "SCORE" || cmd === "SPORT" ? `${cmd} ${data1}` : cmd;
}

/** One destination and what to do with what it says. */
export interface Feed {
  destination: string;
  onEvent(event: HubEvent): void;
  /** Something was missed for good: read the API. */
  onResync?(): void;
}

export interface Sealed {
  body: string;
  seq: string;
  destination: string;
}

/**
 * The result of reading a frame. gap: frames were lost, so the connection must subscribe again. bad-tag: the frame does not
 * fit; a replayed frame is as bad as a forged one.
 */
export type Verdict = "ok" | "gap" | "bad-tag";

/**
 * Reads one subscription's frames in order: opens them, notices gaps in `seq`, and drops a state that is older than the last one
 * or the same. Each subscription begins with the last states, and one that was told already makes nothing stale. Versions outlive
 * a reconnect, so a snapshot can never bring back an old balance; only RESYNC, which the hub sends on a personal topic when its
 * versions begin again, takes them back.
 */
export class FeedReader {
  private expected = 1;
  private readonly versions = new Map<string, number>();
  private readonly feed: Feed;

  constructor(feed: Feed) {
    this.feed = feed;
  }

  /** A new subscription counts from its first frame again. */
  restart(): void {
    this.expected = 1;
  }

  async read(key: CryptoKey, session: string, frame: Sealed): Promise<Verdict> {
    let json: string;
    try {
      json = await open(key, additionalData(session, frame.destination, frame.seq), frame.body);
    } catch {
      return "bad-tag";
    }
    const seq = Number(frame.seq);
    if (seq < this.expected) return "bad-tag";
    const gap = seq > this.expected;
    this.expected = seq + 1;
    const event = parseEvent(json);
    if (event) this.deliver(event);
    if (gap) this.feed.onResync?.(); // states come with the new subscription, the rest does not
    return gap ? "gap" : "ok";
  }

  private deliver(event: HubEvent): void {
    if (event.cmd === "RESYNC") {
      this.versions.clear(); // after a restore of the database versions begin again
      this.feed.onResync?.();
      return;
    }
    const state = itemOf(event);
    const shown = this.versions.get(state) ?? 0;
    if (event.ver > 0 && event.ver <= shown) return;
    this.versions.set(state, Math.max(shown, event.ver));
    this.feed.onEvent(event);
  }
}
