// Text and bytes, which the runtime of k6 does not convert by itself.
import encoding from "k6/encoding";

/** UTF-8 bytes of a text. */
export function utf8(text) {
  const binary = unescape(encodeURIComponent(text));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The text of UTF-8 bytes; throws when they are none. */
export function text(bytes) {
  let binary = "";
  const view = new Uint8Array(bytes);
  for (let i = 0; i < view.length; i++) binary += String.fromCharCode(view[i]);
  return decodeURIComponent(escape(binary));
}

const url = /^[A-Za-z0-9_-]*$/;
const std = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Bytes of base64url without padding; throws at anything else. */
export function fromBase64URL(s) {
  if (!url.test(s)) throw new Error("not base64url");
  return new Uint8Array(encoding.b64decode(s, "rawurl"));
}

/** Bytes of base64 with padding; throws at anything else. */
export function fromBase64(s) {
  if (!std.test(s)) throw new Error("not base64");
  return new Uint8Array(encoding.b64decode(s, "std"));
}

/** Bytes of hexadecimal digits. */
export function fromHex(s) {
  const bytes = new Uint8Array(s.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(s.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Hexadecimal digits of bytes. */
export function hex(bytes) {
  let s = "";
  for (const b of new Uint8Array(bytes)) s += b.toString(16).padStart(2, "0");
  return s;
}

/** One after the other. */
export function concat(...parts) {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
}
