import type { Feed } from "./feed.ts";

/** Hears what a topic says. onResync: something was missed, or the subscription has just begun: read the API. */
export interface Listener {
  onEvent: Feed["onEvent"];
  onResync(): void;
}

/** Topics beside those of the session that one socket subscribes to; the hub ends a connection with more than 32 (MAX_SUBSCRIPTIONS). */
const MOST = 24;

/**
 * Topics that parts of a page look at while they are shown, such as those of matches. The first of them are subscribed to, the others
 * once there is room.
 */
export class Watched {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly subscribed = new Map<string, Feed>();
  private connection: ((destination: string, feed: Feed | null) => void) | null = null;

  /** Listens to a topic until the returned function is called. */
  watch(destination: string, listener: Listener): () => void {
    const all = this.listeners.get(destination) ?? new Set();
    this.listeners.set(destination, all.add(listener));
    this.fill();
    return () => {
      all.delete(listener);
      if (all.size > 0 || this.listeners.get(destination) !== all) return;
      this.listeners.delete(destination);
      if (this.subscribed.delete(destination)) this.connection?.(destination, null);
      this.fill();
    };
  }

  /** Tells the connection what to subscribe to, and from now on each change; null: to nothing more. Returns the topics of now. */
  serve(connection: ((destination: string, feed: Feed | null) => void) | null): Feed[] {
    this.connection = connection;
    return [...this.subscribed.values()];
  }

  private fill(): void {
    for (const [destination, all] of this.listeners) {
      if (this.subscribed.size >= MOST) return;
      if (this.subscribed.has(destination)) continue;
      const feed: Feed = {
        destination,
        onEvent: (event) => {
          for (const listener of all) listener.onEvent(event);
        },
        onResync: () => {
          for (const listener of all) listener.onResync();
        },
      };
      this.subscribed.set(destination, feed);
      this.connection?.(destination, feed);
    }
  }
}

/** One per page, as there is one socket. */
export const watched = new Watched();
