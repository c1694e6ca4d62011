import { type BrowserContext, expect, type Page, type Request, type WebSocketRoute } from "@playwright/test";

/** The maximum number of calls in ten seconds on an untouched page. More, multiplied by all members, would be an outage. */
const MOST_CALLS = 5;
/** Pages without the hub poll, and ask for the same again when they have it again: both may fall into the same ten seconds. */
const MOST_CALLS_OF_RETURN = 2 * MOST_CALLS;
/** How far the clock is put forward when it is stopped. */
const AHEAD_MS = 60_000;
const WINDOW_MS = 10_000;
/** Small enough that a page that asks again at each answer makes more than MOST_CALLS in a window. */
const STEP_MS = 1_000;
/** The steps of a while that is not counted. */
const LONG_STEP_MS = 2_500;
/** A page whose hub was gone tries again at most 30 s later (realtime/backoff): by then it is back for certain. */
const WINDOWS_TO_CONNECT = 12;

/** The frames of the browser, which a page keeps while it is watched (Watched.begin). */
interface Frames {
  realFrames: { request: typeof requestAnimationFrame; cancel: typeof cancelAnimationFrame };
  drawByClock(): void;
}

/** The conditions under which an untouched page is watched. */
export type Weather = "fine" | "hub gone" | "api failing" | "offline";

/** The calls of the api that one page makes, and all that it asks for and has no answer to yet: files, calls, the hub. */
class Calls {
  readonly page: Page;
  readonly open = new Set<Request>();
  made: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on("request", (request) => {
      this.open.add(request);
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) this.made.push(pathname);
    });
    page.on("requestfinished", (request) => this.open.delete(request));
    page.on("requestfailed", (request) => this.open.delete(request));
  }

  /** Nothing is under way, and the page has done what the last answer led it to; or it has asked too much already. */
  async settled(): Promise<boolean> {
    if (this.made.length > MOST_CALLS_OF_RETURN) return true;
    for (let look = 0; look < 2; look++) {
      if (this.open.size > 0) return false;
      await this.page.evaluate(() => document.readyState);
    }
    return this.open.size === 0;
  }
}

/** The pages of one browser: the test decides about their network, moves their common clock and counts their calls of the api. */
export class Watched {
  private weather: Weather = "fine";
  private readonly sockets = new Set<WebSocketRoute>();
  /** Sockets to which the hub has said nothing yet: what a page asks for once it is connected is still to come. */
  private readonly connecting = new Set<WebSocketRoute>();
  /** How many sockets the pages had before the hub went. */
  private had = 0;
  private readonly context: BrowserContext;
  private pages: Calls[] = [];

  constructor(context: BrowserContext) {
    this.context = context;
  }

  /**
   * Must be called before the first page is opened. Pages draw by real frames until their clock stops: a frame of the clock comes after the browser has drawn, and
   * what a page measures and mends before it is drawn would be seen to move.
   */
  async begin(): Promise<void> {
    await this.context.addInitScript(() => {
      const frames = { request: window.requestAnimationFrame, cancel: window.cancelAnimationFrame };
      Object.assign(window, { realFrames: frames });
    });
    await this.context.clock.install();
    await this.context.addInitScript(() => {
      const { realFrames } = window as unknown as Frames;
      const clocked = { request: window.requestAnimationFrame, cancel: window.cancelAnimationFrame };
      Object.assign(window, {
        requestAnimationFrame: realFrames.request.bind(window),
        cancelAnimationFrame: realFrames.cancel.bind(window),
        drawByClock() {
          Object.assign(window, { requestAnimationFrame: clocked.request, cancelAnimationFrame: clocked.cancel });
        },
      });
    });
    await this.context.route(/\/api\//, (route) =>
      this.weather === "api failing" ? route.fulfill({ status: 500, body: "broken" }) : route.continue(),
    );
    await this.context.routeWebSocket(/\/hub/, (socket) => {
      if (this.weather === "hub gone") {
        void socket.close();
        return;
      }
      this.connect(socket);
    });
  }

  private connect(socket: WebSocketRoute): void {
    this.sockets.add(socket);
    this.connecting.add(socket);
    const hub = socket.connectToServer();
    hub.onMessage((message) => {
      socket.send(message);
      this.connecting.delete(socket);
    });
    hub.onClose(() => {
      this.forget(socket);
      void socket.close();
    });
    socket.onClose(() => {
      this.forget(socket);
      void hub.close();
    });
  }

  private forget(socket: WebSocketRoute): void {
    this.sockets.delete(socket);
    this.connecting.delete(socket);
  }

  /**
   * Opens pages, lets them do what they do at their beginning, and looks at each while its clock runs. Those that are open stay.
   */
  async open(paths: readonly string[], look?: (page: Page, path: string) => Promise<void>): Promise<Page[]> {
    await this.context.clock.resume();
    const opened = await Promise.all(
      paths.map(async (path) => {
        const page = await this.context.newPage();
        this.pages.push(new Calls(page));
        await page.goto(path);
        await expect(page.getByRole("main").first()).toBeVisible();
        return page;
      }),
    );
    for (const [at, page] of opened.entries()) await look?.(page, paths[at] ?? "");
    await this.stop();
    return opened;
  }

  /** Stops the clock, which runs while pages are opened, and lets what they began come to its end. */
  private async stop(): Promise<void> {
    const [first] = this.pages;
    if (!first) throw new Error("no page is open");
    for (const { page } of this.pages) await page.evaluate(() => (window as unknown as Frames).drawByClock());
    // Far enough ahead that the clock cannot be there before it is told.
    await this.context.clock.pauseAt((await first.page.evaluate(() => Date.now())) + AHEAD_MS);
    await this.pass(LONG_STEP_MS);
  }

  /**
   * Makes all well again and passes a while that is not counted: what comes back is asked for once, and that is right. It ends
   * when the hub has every page again, so that nothing of this weather is counted in the next one.
   */
  async recover(): Promise<void> {
    await this.change("fine");
    await this.untilConnected(() => this.pass(LONG_STEP_MS));
  }

  /** Lets the hub come back while the api fails, and counts until every page has it: each is told the last states and asks for what they make stale. */
  async expectQuietReturn(when: string): Promise<void> {
    await this.change("api failing");
    await this.untilConnected(() => this.expectQuiet(when, MOST_CALLS_OF_RETURN));
  }

  /** Lets whiles pass until the hub has as many pages as before it went, at least one. */
  private async untilConnected(pass: () => Promise<void>): Promise<void> {
    for (let windows = 0; windows === 0 || this.sockets.size < this.had; windows++) {
      expect(windows, `${this.sockets.size} of ${this.had} pages have the hub again`).toBeLessThan(WINDOWS_TO_CONNECT);
      await pass();
    }
    this.had = 0;
  }

  async resume(): Promise<void> {
    await this.context.clock.resume();
  }

  async change(weather: Weather): Promise<void> {
    this.weather = weather;
    await this.context.setOffline(weather === "offline");
    if (weather !== "hub gone") return;
    this.had = this.sockets.size;
    for (const socket of this.sockets) {
      await socket.close();
      this.forget(socket);
    }
  }

  /** Counts through ten seconds, beginning with the moment of the last change. */
  async expectQuiet(when: string, most = MOST_CALLS): Promise<void> {
    for (const calls of this.pages) calls.made = [];
    await this.pass(STEP_MS);
    for (const { page, made } of this.pages) {
      const { pathname, search } = new URL(page.url());
      expect.soft(made.length, `${pathname}${search}, ${when}, calls ${made.join(" ")}`).toBeLessThanOrEqual(most);
    }
  }

  opened(): Page[] {
    return this.pages.map(({ page }) => page);
  }

  async close(): Promise<void> {
    await this.change("fine");
    for (const { page } of this.pages) await page.close();
    this.pages = [];
  }

  /** Lets one window go by. Between two steps all that pages asked for has come, so a busy machine counts what an idle one does. */
  private async pass(step: number): Promise<void> {
    for (let passed = 0; passed < WINDOW_MS; passed += step) {
      await this.context.clock.runFor(step);
      await expect.poll(() => this.settled(), { intervals: [20] }).toBe(true);
    }
  }

  private async settled(): Promise<boolean> {
    if (this.connecting.size > 0) return false;
    const pages = await Promise.all(this.pages.map((calls) => calls.settled()));
    return pages.every(Boolean);
  }
}
