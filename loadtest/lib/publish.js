// Events in the words of hub/README.md ("What is read from Redis").
//
// k6/experimental/redis is part of k6 v1.8.1, which the Makefile pins; its successor k6/x/redis is an extension that a build
// service would have to be asked for.
import redis from "k6/experimental/redis";
import { Counter } from "k6/metrics";
import { members, redisURL, sessions, site } from "./settings.js";

const script = open("../hubrig/publish.lua"); // the entry and the projection at once
const cap = "10000"; // entries of the site's stream

const published = new Counter("hub_published");

export class Publisher {
  constructor() {
    this.redis = new redis.Client(redisURL);
    this.version = Date.now() * 1000; // above what any wallet has
  }

  async load() {
    this.sha = await this.redis.sendCommand("SCRIPT", "LOAD", script);
  }

  /** A new balance for a random member. */
  async cash() {
    const { memId, shard } = members[Math.floor(Math.random() * sessions)];
    const ver = String(++this.version);
    const keys = [`ev:${shard}`, `bal:${shard}:${memId}`];
    await this.redis.sendCommand("EVALSHA", this.sha, "2", ...keys, memId, "CASH", ver, "0", ver, String(Date.now()));
  }

  /** A message to everybody at the site. */
  async marquee() {
    const fields = ["cmd", "MARQUEE", "data1", "-", "data2", "-", "ver", "0", "at", String(Date.now())];
    await this.redis.sendCommand("XADD", `ev:site:${site}`, "MAXLEN", "~", cap, "*", ...fields);
  }

  /** Publishes evenly: rate a second for so many seconds. Resolves when the last one is in Redis. */
  steadily(rate, seconds, publish) {
    return new Promise((resolve, reject) => {
      const began = Date.now();
      const under = [];
      const timer = setInterval(() => {
        const due = Math.min(rate * seconds, Math.floor(((Date.now() - began) / 1000) * rate));
        while (under.length < due) under.push(publish());
        if (due >= rate * seconds) {
          clearInterval(timer);
          Promise.all(under).then(() => {
            published.add(under.length);
            resolve();
          }, reject);
        }
      }, 5);
    });
  }

  /** Version of a member's balance in the projection. */
  async newest({ memId, shard }) {
    return Number(await this.redis.hget(`bal:${shard}:${memId}`, "ver"));
  }
}
