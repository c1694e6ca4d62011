// A member's session: connects, subscribes to the own and the site's topic, opens what comes and checks what the hub promises.
import { Counter, Rate, Trend } from "k6/metrics";
import { derive, importKey, unseal } from "./seal.js";
import { origin, site, url } from "./settings.js";
import { Connection } from "./stomp.js";

export const metrics = {
  connectMs: new Trend("hub_connect_ms", true), // until both subscriptions have their receipt
  connectFailed: new Rate("hub_connect_failed"),
  deliveryMs: new Trend("hub_delivery_ms", true), // of personal messages: from the event's `at` to the arrival, without snapshots
  broadcastMs: new Trend("hub_broadcast_ms", true), // the same of those to everybody
  delivered: new Counter("hub_delivered"),
  decryptFailed: new Counter("hub_decrypt_failed"),
  versionBack: new Counter("hub_version_back"),
  seqGap: new Counter("hub_seq_gap"),
  foreign: new Counter("hub_foreign_topic"),
  lost: new Counter("hub_sessions_lost"), // ended unasked
  behind: new Counter("hub_sessions_behind"), // do not know the newest balance at the end
};

export class Session {
  constructor(member) {
    this.member = member;
    this.own = `/topic/${member.topic}`;
    this.shared = `/topic/site.${site}`;
    this.version = 0; // of the balance
    this.connection = null;
  }

  /** Connects; resolves with true when both subscriptions are confirmed, with false when it failed. */
  connect() {
    const began = Date.now();
    // What belongs to this connection: seq of each destination, version of each kind that it has shown, and the queue in which
    // frames are opened one after the other.
    const line = { seq: {}, shown: {}, receipts: 0, settled: false, opened: Promise.resolve() };
    this.line = line;
    this.broadcasts = 0;
    return new Promise((resolve) => {
      const settle = (ok) => {
        if (line.settled) return;
        line.settled = true;
        metrics.connectFailed.add(!ok);
        if (ok) metrics.connectMs.add(Date.now() - began);
        resolve(ok);
      };
      this.connection = new Connection(
        `${url}?shard=${encodeURIComponent(this.member.shard)}`,
        origin,
        { host: site, token: this.member.token },
        {
          frame: (f, arrived) => this.frame(line, f, arrived, settle),
          end: (reason) => {
            if (line.settled) metrics.lost.add(1);
            this.warn(reason);
            settle(false);
          },
        },
      );
    });
  }

  frame(line, f, arrived, settle) {
    switch (f.command) {
      case "CONNECTED":
        line.session = f.headers.session;
        line.key = derive(this.member.hubKey, f.headers["key-salt"], line.session).then(importKey);
        [this.own, this.shared].forEach((destination, id) => {
          this.connection.send("SUBSCRIBE", { id, destination, receipt: `s${id}` });
        });
        return;
      case "RECEIPT":
        if (++line.receipts === 2) settle(true);
        return;
      case "MESSAGE":
        line.opened = line.opened.then(() => this.message(line, f, arrived));
        return;
      default: // ERROR; the close follows
        this.warn(`${f.command} ${f.headers.code ?? ""} ${f.headers.message ?? ""}`);
    }
  }

  async message(line, f, arrived) {
    if (line !== this.line) return; // it was cut off meanwhile
    const { destination, seq } = f.headers;
    if (destination !== this.own && destination !== this.shared) metrics.foreign.add(1);
    if (Number(seq) !== (line.seq[destination] ?? 0) + 1) metrics.seqGap.add(1);
    line.seq[destination] = Number(seq);
    let event;
    try {
      event = JSON.parse(await unseal(await line.key, line.session, destination, seq, f.body));
    } catch {
      metrics.decryptFailed.add(1);
      return;
    }
    if (line === this.line) this.judge(line, event, arrived);
  }

  judge(line, event, arrived) {
    if (event.cmd === "MARQUEE") this.broadcasts++;
    const before = line.shown[event.cmd];
    if (event.ver !== undefined && isState(event.cmd)) {
      if (before !== undefined && event.ver < before) metrics.versionBack.add(1);
      line.shown[event.cmd] = event.ver;
      if (event.cmd === "CASH") this.version = event.ver;
      if (before === undefined) return; // the snapshot
    }
    const how = { CASH: metrics.deliveryMs, MARQUEE: metrics.broadcastMs }[event.cmd];
    if (how === undefined) return; // nobody here publishes it: a snapshot that came twice
    metrics.delivered.add(1);
    how.add(Math.max(0, arrived - event.at));
  }

  close() {
    this.connection?.close();
  }

  warn(text) {
    // biome-ignore lint/suspicious/noConsole: the log of k6
    console.warn(`${this.member.memId}: ${text}`);
  }
}

function isState(cmd) {
  return cmd === "CASH" || cmd === "MSG" || cmd === "LOCK_BET_YN" || cmd === "INSPECT";
}

/** Waits ms. */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
