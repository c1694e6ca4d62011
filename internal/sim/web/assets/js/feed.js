// The live news of a table: one stream that the server writes to, and the server's time. The page never asks in turns.

const here = location.pathname.replace(/\/$/, "");

let offset = 0; // what the server's clock is ahead of ours, in ms
let known = false;

/** The server's time in ms, as near as this connection can tell. */
export const now = () => Date.now() + offset;

/** Takes a time of the server's that was on its way for at most so many ms. The least delayed message tells best. */
export function hear(serverTime, most = Infinity) {
  const at = Date.parse(serverTime) - Date.now();
  if (most !== Infinity) offset = at + most / 2;
  else if (!known || at > offset) offset = at;
  known = true;
}

/**
 * Opens the stream. on.table and on.mine get each message; on.state says whether the stream is there. The browser opens it again by
 * itself; when the server will not have it, on.gone is told.
 */
export function listen(on) {
  const stream = new EventSource(`${here}/events`);
  stream.addEventListener("open", () => on.state(true));
  stream.addEventListener("error", () => {
    on.state(false);
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => listen(on), 3000);
  });
  for (const kind of ["table", "mine"]) {
    stream.addEventListener(kind, (event) => {
      const message = JSON.parse(event.data);
      if (message.now) hear(message.now);
      on[kind](message);
    });
  }
}
