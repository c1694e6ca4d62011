import type { Client, IFrame, IMessage, StompSubscription } from "@stomp/stompjs";
import { backoff } from "./backoff.ts";
import { type Feed, FeedReader, type Sealed } from "./feed.ts";
import { canOpen, connectionKey } from "./seal.ts";
import { watched } from "./watch.ts";

/** The identity of the user who connects. `token` is for guests only: members and staff are known by their HttpOnly cookie. */
export interface Identity {
  hubKey: string;
  token?: string;
  feeds: Feed[];
}

export interface ConnectionOptions {
  url: string;
  audience: "member" | "admin" | "partner" | "guest";
  siteId: string;
  /** Asked before every try: after a refusal it may bring a renewed session. Rejecting counts as a failed try. */
  identity(): Promise<Identity>;
  onLive(): void;
  /** crowded: the session has as many sockets as it may. */
  onDown(crowded?: boolean): void;
  /** The hub said no, by ERROR frame or close code; the next try follows unless the owner stops the connection. */
  onRefused(code: string): void;
}

/** A hidden page's timers fire once a minute at worst; the hub waits for two beats before it gives a peer up. */
const BEAT_OUT_MS = 40_000;
const BEAT_IN_MS = 20_000;
const CONNECT_TIMEOUT_MS = 10_000;
const BAD_TAGS = 3;

/** Close codes of the hub's table of disconnects: sign in or renew, and come back soon but spread out. */
const UNAUTHORIZED = 4401;
const TOO_MANY_OPEN = 4429;
const SOON = new Set([1012, 4408]);
const SOON_MS = 5_000;

interface Subscribed {
  reader: FeedReader;
  handle: StompSubscription | null;
}

/** A socket that the hub has accepted. */
interface Line {
  client: Client;
  key: CryptoKey;
  session: string;
}

/**
 * One socket to the hub for one page. It comes back by itself (full jitter, at most 30 s apart) until stop(). The order of
 * frames is kept although opening them is asynchronous. Nothing here knows what an event means.
 */
export class Connection {
  private client: Client | null = null;
  private line: Line | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private attempt = 0;
  private badTags = 0;
  private receipts = 0;
  private work: Promise<void> = Promise.resolve();
  private readonly readers = new Map<string, FeedReader>();
  private readonly shown = new Map<string, Subscribed>();
  private readonly options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.options = options;
  }

  start(): void {
    if (!canOpen()) {
      this.options.onDown();
      return;
    }
    window.addEventListener("online", this.hurry);
    window.addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.hurry);
    void this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.leave();
    clearTimeout(this.timer);
    window.removeEventListener("online", this.hurry);
    window.removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.hurry);
    void this.client?.deactivate();
    this.client = null;
  }

  /** The network is back, or the member looks at the page again: no reason to wait out the pause. */
  private readonly hurry = (): void => {
    if (this.timer === undefined || document.visibilityState === "hidden") return;
    this.attempt = 0;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.connect();
  };

  /** The device says that it has no network: a socket that still looks open would only be found out by its heartbeats. */
  private readonly lost = (): void => {
    if (this.client) this.drop(this.client);
  };

  private async connect(): Promise<void> {
    let identity: Identity;
    let stomp: typeof import("@stomp/stompjs");
    try {
      [identity, stomp] = await Promise.all([this.options.identity(), import("@stomp/stompjs")]);
    } catch {
      this.later(undefined);
      return;
    }
    if (this.stopped) return;
    const client = new stomp.Client({
      brokerURL: this.options.url,
      stompVersions: new stomp.Versions([stomp.Versions.V1_2]),
      connectHeaders: {
        host: this.options.siteId,
        audience: this.options.audience,
        ...(identity.token === undefined ? {} : { token: identity.token }),
      },
      heartbeatOutgoing: BEAT_OUT_MS,
      heartbeatIncoming: BEAT_IN_MS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      reconnectDelay: 0,
      onConnect: (frame) => void this.connected(client, frame, identity),
      onStompError: (frame) => this.options.onRefused(frame.headers.code ?? ""),
      onWebSocketClose: (event: CloseEvent) => this.closed(client, event),
    });
    this.client = client;
    client.activate();
  }

  private async connected(client: Client, frame: IFrame, identity: Identity): Promise<void> {
    const session = frame.headers.session ?? "";
    let key: CryptoKey;
    try {
      key = await connectionKey(identity.hubKey, frame.headers["key-salt"] ?? "", session);
    } catch {
      this.drop(client);
      return;
    }
    if (client !== this.client || !client.connected) return;
    this.attempt = 0;
    this.badTags = 0;
    const line = { client, key, session };
    this.line = line;
    for (const feed of identity.feeds) {
      const reader = this.readers.get(feed.destination) ?? new FeedReader(feed);
      this.readers.set(feed.destination, reader);
      this.subscribe(line, feed.destination, { reader, handle: null });
    }
    for (const feed of watched.serve(this.rewatch)) this.rewatch(feed.destination, feed);
    this.options.onLive();
  }

  /** A page begins to look at a topic, or no longer does. */
  private readonly rewatch = (destination: string, feed: Feed | null): void => {
    if (!this.line) return;
    const before = this.shown.get(destination);
    this.shown.delete(destination);
    before?.handle?.unsubscribe();
    if (before) before.handle = null;
    if (!feed) return;
    const sub: Subscribed = { reader: new FeedReader(feed), handle: null };
    this.shown.set(destination, sub);
    // Data that was read before this moment may be old, and such a topic begins with no state of its own.
    const { client } = this.line;
    const receipt = `watch-${destination}-${++this.receipts}`;
    client.watchForReceipt(receipt, () => feed.onResync?.());
    this.subscribe(this.line, destination, sub, { receipt });
  };

  /** Nothing is subscribed to any more. */
  private leave(): void {
    this.line = null;
    this.shown.clear();
    watched.serve(null);
  }

  private subscribe(line: Line, destination: string, sub: Subscribed, headers = {}): void {
    sub.reader.restart();
    const read = (message: IMessage) => {
      const sealed = { body: message.body, seq: message.headers.seq ?? "", destination };
      // Frames of a subscription that was replaced are dropped and not counted. A listener that throws stops no other frame.
      this.work = this.work
        .then(() => (sub.handle === handle ? this.receive(line, sub, sealed) : undefined))
        .catch((error: unknown) => reportError(error));
    };
    const handle = line.client.subscribe(destination, read, headers);
    sub.handle = handle;
  }

  private async receive(line: Line, sub: Subscribed, sealed: Sealed) {
    const { client, key, session } = line;
    if (client !== this.client) return;
    const verdict = await sub.reader.read(key, session, sealed);
    if (client !== this.client) return;
    if (verdict === "bad-tag") {
      this.badTags++;
      if (this.badTags >= BAD_TAGS) this.drop(client);
      return;
    }
    this.badTags = 0;
    if (verdict === "gap") {
      sub.handle?.unsubscribe();
      this.subscribe(line, sealed.destination, sub);
    }
  }

  /** Cuts the socket; closed() then plans the next try. */
  private drop(client: Client): void {
    client.forceDisconnect();
  }

  /** Handles the end of the socket after all frames before it, because they may hold the reason (U017, LOGOUT). */
  private closed(client: Client, event: CloseEvent): void {
    if (client !== this.client) return;
    void this.work.then(() => {
      if (client !== this.client) return;
      this.client = null;
      this.leave();
      void client.deactivate();
      if (event.code === UNAUTHORIZED) this.options.onRefused(event.reason === "replaced" ? "U017" : "U029");
      this.later(SOON.has(event.code) ? Math.random() * SOON_MS : undefined, event.code === TOO_MANY_OPEN);
    });
  }

  private later(wait: number | undefined, crowded = false): void {
    if (this.stopped) return;
    this.options.onDown(crowded);
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        void this.connect();
      },
      wait ?? backoff(this.attempt++),
    );
  }
}
