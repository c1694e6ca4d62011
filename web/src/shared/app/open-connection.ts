import { hubUrl } from "../realtime/address.ts";
import { Connection, type ConnectionOptions } from "../realtime/connection.ts";
import { canOpen } from "../realtime/seal.ts";
import { connectionAtom } from "../realtime/state.ts";
import { store } from "../store.ts";

interface OpenOptions extends Pick<ConnectionOptions, "audience" | "siteId" | "identity" | "onRefused"> {
  /** Keeps a load balancer's sessions of one shard on one node; empty when there is none. */
  shard: string;
  onLive?(): void;
  /** Whether the page says that the line is down. A guest misses nothing that must be said. */
  showsDown: boolean;
  /** Waits before the first try. */
  waitMs?: number;
}

/** Keeps a page's socket to the hub open and its state in connectionAtom, until the returned function is called. */
export function openConnection({ shard, onLive, showsDown, waitMs = 0, ...options }: OpenOptions): () => void {
  store.set(connectionAtom, "connecting");
  const connection = new Connection({
    ...options,
    url: hubUrl(shard),
    onLive: () => {
      store.set(connectionAtom, "live");
      onLive?.();
    },
    onDown: (crowded) => {
      if (showsDown) store.set(connectionAtom, crowded ? "crowded" : canOpen() ? "polling" : "insecure");
    },
  });
  const timer = setTimeout(() => connection.start(), waitMs);
  return () => {
    clearTimeout(timer);
    connection.stop();
  };
}
