/** Test only: what the hub's end of a connection does, with real keys. */

const utf8 = new TextEncoder();

/** 32 bytes, base64url. */
export const HUB_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
/** 16 bytes, base64url. */
const KEY_SALT = "ZGVmZ2hpamtsbW5vcHFycw";

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64url, "base64url"));
}

/** Seals one event as the hub would for this place in the stream of frames. */
async function sealed(session: string, destination: string, seq: number, event: object): Promise<string> {
  const root = await crypto.subtle.importKey("raw", bytes(HUB_KEY), "HKDF", false, ["deriveKey"]);
  const key = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: bytes(KEY_SALT), info: utf8.encode(`hub-v1|${session}`) },
    root,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  );
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = utf8.encode(`v1|${session}|${destination}|${seq}`);
  const body = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData },
    key,
    utf8.encode(JSON.stringify(event)),
  );
  return Buffer.from(iv).toString("base64url") + Buffer.from(body).toString("base64");
}

/** A websocket whose other end is the test. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static opened: FakeSocket[] = [];

  readyState = 0;
  binaryType = "blob";
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.opened.push(this);
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }

  send(data: string): void {
    this.sent.push(data);
  }

  /** The client closes, or the test does as the hub. */
  close(code = 1000, reason = ""): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  hub(frame: string): void {
    this.onmessage?.({ data: frame });
  }

  /** The frames of one command that the client sent. */
  frames(command: string): string[] {
    return this.sent.filter((frame) => frame.startsWith(`${command}\n`));
  }

  accept(session: string): void {
    this.hub(`CONNECTED\nversion:1.2\nsession:${session}\nkey-salt:${KEY_SALT}\nheart-beat:20000,20000\n\n\0`);
  }

  async deliver(session: string, destination: string, seq: number, event: object): Promise<void> {
    const subscription = /\nid:([^\n]+)/.exec(this.frames("SUBSCRIBE").at(-1) ?? "")?.[1] ?? "";
    const body = await sealed(session, destination, seq, event);
    this.hub(
      `MESSAGE\nsubscription:${subscription}\nmessage-id:${seq}\ndestination:${destination}\nseq:${seq}\n\n${body}\0`,
    );
  }
}
