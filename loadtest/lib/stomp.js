// STOMP 1.2 over a websocket, as much as a member's client needs: no ACK, no transactions, no SEND.
import { WebSocket } from "k6/websockets";

const undo = { "\\n": "\n", "\\r": "\r", "\\c": ":", "\\\\": "\\" };

/** A frame as text. CONNECT and its answer know no escapes. */
export function encode(command, headers) {
  let s = `${command}\n`;
  for (const [name, value] of Object.entries(headers))
    s += `${name}:${command === "CONNECT" ? value : escapeText(value)}\n`;
  return `${s}\n\0`;
}

function escapeText(s) {
  return String(s).replace(/[\\\n\r:]/g, (c) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r", ":": "\\c" })[c]);
}

/** The frames of one websocket message; the hub puts whole frames into it. Lines without a frame are heart-beats. */
export function decode(data) {
  const frames = [];
  for (const part of data.split("\0")) {
    const head = part.replace(/^[\r\n]+/, "");
    if (head === "") continue;
    const end = head.indexOf("\n\n");
    if (end < 0) throw new Error(`no frame: ${head.slice(0, 80)}`);
    const [command, ...lines] = head.slice(0, end).split("\n");
    const headers = {};
    for (const line of lines) {
      const colon = line.indexOf(":");
      const name = line.slice(0, colon);
      if (!(name in headers))
        headers[name] = command === "CONNECTED" ? line.slice(colon + 1) : unescapeText(line.slice(colon + 1));
    }
    frames.push({ command, headers, body: head.slice(end + 2) });
  }
  return frames;
}

function unescapeText(s) {
  return s.includes("\\") ? s.replace(/\\./g, (c) => undo[c] ?? c) : s;
}

/** How often a client says that it is there; the hub asks for 25 s. */
const beat = 20000;

/**
 * A connection. on.frame(frame, arrived) gets every frame, on.end(reason) is called once when it is over. Arrival is in Unix ms.
 */
export class Connection {
  constructor(url, origin, connect, on) {
    this.on = on;
    this.over = false;
    this.socket = new WebSocket(url, "v12.stomp", { headers: { Origin: origin } });
    this.socket.onopen = () => {
      if (this.over) return;
      this.send("CONNECT", { "accept-version": "1.2", "heart-beat": `${beat},${beat}`, ...connect });
      this.beats = setInterval(() => this.socket.send("\n"), beat);
    };
    this.socket.onmessage = (e) => {
      if (this.over) return;
      const arrived = Date.now();
      try {
        for (const frame of decode(e.data)) this.on.frame(frame, arrived);
      } catch (err) {
        this.end(String(err));
      }
    };
    this.socket.onerror = (e) => this.end(`error: ${e.error ?? ""}`);
    this.socket.onclose = (e) => this.end(`close ${e.code ?? ""} ${e.reason ?? ""}`);
  }

  send(command, headers) {
    this.socket.send(encode(command, headers));
  }

  /** Closes the socket; whoever closes it himself is not called back. */
  close() {
    this.on = { frame: () => {}, end: () => {} };
    this.end("");
  }

  end(reason) {
    if (this.over) return;
    this.over = true;
    if (this.beats !== undefined) clearInterval(this.beats);
    this.socket.close();
    this.on.end(reason);
  }
}
