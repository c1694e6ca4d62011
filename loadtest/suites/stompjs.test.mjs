// What @stomp/stompjs, the library of our own pages, does with a broker, against a hub in open mode: all versions of STOMP.
// README.md says how it is run.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, test } from "node:test";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { Client, Versions } = require("@stomp/stompjs");

const brokerURL = process.env.STOMP_URL ?? "ws://127.0.0.1:8081/hub";
const clients = [];
after(() => Promise.all(clients.map((c) => c.deactivate())));

/** A connected client of a version; change is laid over its configuration. */
function connect(version, change = {}) {
  return new Promise((resolve, reject) => {
    const client = new Client({
      brokerURL,
      connectHeaders: { login: "guest", passcode: "guest" },
      stompVersions: new Versions([version]),
      reconnectDelay: 0,
      onConnect: () => resolve(client),
      onStompError: (frame) => reject(new Error(frame.headers.message)),
      onWebSocketError: () => reject(new Error("no websocket")),
      ...change,
    });
    clients.push(client);
    client.activate();
  });
}

let serial = 0;
const fresh = (kind) => `/${kind}/suite-${process.pid}-${++serial}`;

/** Collects messages; next() waits for the one after those that were taken. */
function inbox(client, destination, headers = {}) {
  const got = [];
  const waiting = [];
  const subscription = client.subscribe(
    destination,
    (m) => {
      const w = waiting.shift();
      if (w) w(m);
      else got.push(m);
    },
    headers,
  );
  const next = () =>
    got.length > 0
      ? Promise.resolve(got.shift())
      : new Promise((resolve, reject) => {
          const late = setTimeout(() => reject(new Error(`nothing on ${destination}`)), 5000);
          waiting.push((m) => {
            clearTimeout(late);
            resolve(m);
          });
        });
  return { got, next, subscription };
}

/** Resolves with the receipt of what act is told to send with it. */
function receipted(client, act) {
  return new Promise((resolve) => {
    const receipt = `r-${++serial}`;
    client.watchForReceipt(receipt, resolve);
    act({ receipt });
  });
}

for (const version of ["1.0", "1.1", "1.2"]) {
  test(`${version}: what is sent arrives, with its headers`, async () => {
    const c = await connect(version);
    assert.equal(c.connectedVersion, version);
    const destination = fresh("topic");
    const box = inbox(c, destination);
    const odd = version === "1.2" ? "f:o:o\nbar\rbaz\\" : "plain"; // this library escapes in 1.2 only
    c.publish({ destination, body: "안녕 {}", headers: { odd, "content-type": "text/plain" } });
    const m = await box.next();
    assert.equal(m.body, "안녕 {}");
    assert.equal(m.headers.odd, odd);
    assert.equal(m.headers["content-type"], "text/plain");
    assert.equal(m.headers.destination, destination);
  });

  test(`${version}: every frame gets its receipt, and who unsubscribed gets nothing`, async () => {
    const c = await connect(version);
    const destination = fresh("topic");
    const gone = { got: [] };
    await receipted(c, (h) => Object.assign(gone, inbox(c, destination, h)));
    const stays = inbox(c, destination, version === "1.0" ? { id: "second" } : {});
    await receipted(c, (h) => gone.subscription.unsubscribe(h));
    await receipted(c, (h) => c.publish({ destination, body: "x", headers: h }));
    assert.equal((await stays.next()).body, "x");
    assert.equal(gone.got.length, 0);
  });

  test(`${version}: transactions`, async () => {
    const c = await connect(version);
    const destination = fresh("queue");
    const box = inbox(c, destination);
    const aborted = c.begin();
    c.publish({ destination, body: "dropped", headers: { transaction: aborted.id } });
    aborted.abort();
    const kept = c.begin();
    c.publish({ destination, body: "kept", headers: { transaction: kept.id } });
    c.publish({ destination, body: "before" });
    assert.equal((await box.next()).body, "before");
    assert.equal(box.got.length, 0);
    kept.commit();
    assert.equal((await box.next()).body, "kept");
  });

  test(`${version}: bytes, a megabyte, in small pieces`, async () => {
    const body = new Uint8Array(1 << 20).map((_, i) => i % 256);
    const c = await connect(version, { splitLargeFrames: true, maxWebSocketChunkSize: 8 << 10 });
    const destination = fresh("queue");
    const box = inbox(c, destination);
    c.publish({ destination, binaryBody: body, headers: { "content-type": "application/octet-stream" } });
    assert.deepEqual(Buffer.from((await box.next()).binaryBody), Buffer.from(body));
  });

  test(`${version}: an ERROR says why`, async () => {
    let said;
    const c = await connect(version, { onStompError: (frame) => (said = frame) });
    const closed = new Promise((resolve) => (c.onWebSocketClose = resolve));
    c.publish({ destination: "/nowhere/x", body: "x", headers: { receipt: "quoted" } });
    await closed;
    assert.equal(said.headers["receipt-id"], "quoted");
    assert.match(said.headers.message, /destinations/);
  });
}

for (const version of ["1.1", "1.2"]) {
  test(`${version}: a refused message goes to the other client until it is taken`, async () => {
    const [a, b] = [await connect(version), await connect(version)];
    const destination = fresh("queue");
    let times = 0;
    const taken = new Promise((resolve) => {
      for (const c of [a, b]) {
        c.subscribe(
          destination,
          (m) => {
            if (++times < 3) return m.nack();
            m.ack();
            resolve(m);
          },
          { ack: "client" },
        );
      }
    });
    a.publish({ destination, body: "x" });
    assert.equal((await taken).body, "x");
  });

  test(`${version}: what a broken connection left unacknowledged goes to another, what it acknowledged does not`, async () => {
    const [a, b] = [await connect(version), await connect(version)];
    const destination = fresh("queue");
    const first = inbox(a, destination, { ack: "client-individual" });
    a.publish({ destination, body: "done" });
    a.publish({ destination, body: "left" });
    const done = await first.next();
    await first.next();
    await receipted(a, (h) => done.ack(h));
    const second = inbox(b, destination, { ack: "client-individual" });
    a.forceDisconnect();
    const again = await second.next();
    assert.equal(again.body, "left");
    again.ack();
    assert.equal(second.got.length, 0);
  });
}

test("heart-beats keep a quiet connection, and a broken one comes back", async () => {
  let connects = 0;
  const c = await new Promise((resolve) => {
    const client = new Client({
      brokerURL,
      connectHeaders: { login: "guest", passcode: "guest" },
      heartbeatIncoming: 1000,
      heartbeatOutgoing: 1000,
      reconnectDelay: 50,
      onConnect: () => {
        connects++;
        resolve(client);
      },
    });
    clients.push(client);
    client.activate();
  });
  await new Promise((resolve) => setTimeout(resolve, 4000));
  assert.equal(connects, 1);
  const back = new Promise((resolve) => (c.onConnect = resolve));
  c.forceDisconnect();
  await back;
  const destination = fresh("topic");
  const box = inbox(c, destination);
  c.publish({ destination, body: "here again" });
  assert.equal((await box.next()).body, "here again");
});
