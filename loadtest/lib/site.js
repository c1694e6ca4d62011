// The product's calls as a member, staff or a vendor makes them. `make k6` sets the variables (loadtest/withsite).
import crypto from "k6/crypto";
import { SharedArray } from "k6/data";
import http from "k6/http";
import { Rate, Trend } from "k6/metrics";
import { hex } from "./bytes.js";

function required(name) {
  if (!__ENV[name]) throw new Error(`${name} is not set; make k6 SCRIPT=… sets it (loadtest/README.md)`);
  return __ENV[name];
}

const origin = required("SITE_ORIGIN");
const file = required("SITE_MEMBERS");
const secret = required("SITE_VENDOR_SECRET");
export const password = required("SITE_PASSWORD");
export const staff = required("SITE_STAFF");

/** A number from the environment. */
export function number(name, otherwise) {
  const n = Number(__ENV[name] ?? otherwise);
  if (!Number.isFinite(n) || n < 0) throw new Error(`${name} is not a number`);
  return n;
}

export const vus = number("VUS", 8);
export const seconds = number("DURATION", 30);

/** The members, parsed once for all VUs. */
export const members = new SharedArray("members", () =>
  open(file)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [memId, token] = line.split("\t");
      return { memId, token };
    }),
);

const wrong = new Rate("site_wrong"); // answers other than the expected one
const took = {};

/** A trend for each step of a script; make them at the top of it. */
export function steps(...names) {
  for (const name of names) took[name] = new Trend(`site_${name}_ms`, true);
}

/** VUs that repeat for DURATION seconds, and thresholds: no wrong answer, and of each step the p99 in ms. */
export function options(limits, more) {
  const thresholds = { site_wrong: ["rate==0"], http_req_failed: ["rate==0"], iterations: ["count>0"] };
  for (const [name, ms] of Object.entries(limits)) thresholds[`site_${name}_ms`] = [`p(99)<${ms}`];
  return { scenarios: { all: { executor: "constant-vus", vus, duration: `${seconds}s` } }, thresholds, ...more };
}

function judge(step, res, good) {
  let body = {};
  try {
    body = res.json();
  } catch {
    // no JSON is a wrong answer
  }
  const ok = res.status === 200 && good(body);
  wrong.add(!ok);
  took[step].add(res.timings.duration);
  if (!ok) throw new Error(`${step}: HTTP ${res.status} ${String(res.body).slice(0, 200)}`);
  return body;
}

/** Calls the api with the token of a session, or none, and returns the data of the answer. */
export function call(step, path, token, body) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Token = token;
  const res = http.post(origin + path, JSON.stringify(body), { headers, tags: { name: path } });
  return judge(step, res, (a) => a.resultCode === "200").data;
}

/** Bytes of hexadecimal digits, for the HMAC. */
const key = new Uint8Array(secret.match(/../g).map((pair) => Number.parseInt(pair, 16))).buffer;

/** A number that no other call of the run has. */
export function unique() {
  return hex(crypto.randomBytes(16));
}

/** Calls the wallet as the vendor does, signed (api/provider/README.md). */
export function wallet(step, operation, body) {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = unique();
  const signature = crypto.hmac("sha256", key, `2\n${operation}\n${timestamp}\n${nonce}\n${text}`, "hex");
  const res = http.post(`${origin}/v1/vendor/sim/${operation}`, text, {
    headers: {
      "Content-Type": "application/json",
      "X-Version": "2",
      "X-Timestamp": timestamp,
      "X-Nonce": nonce,
      "X-Signature": signature,
    },
    tags: { name: operation },
  });
  return judge(step, res, (a) => a.status === "OK");
}
