import type { QueryClient } from "@tanstack/react-query";
import { gameDownAtom } from "#features/game/events.ts";
import { closeChat } from "#features/livechat/livechat.ts";
import { type Notice, noticeAtom, returnPathAtom } from "#features/session/atoms.ts";
import { rememberEnd, rememberedEnd } from "#features/session/remembered.ts";
import { dropSession, sessionKey } from "#features/session/session.ts";
import { api } from "#shared/api/client.ts";
import type { ApiError } from "#shared/api/error.ts";
import { paths } from "#shared/paths.ts";
import { siteCheckQuery } from "#shared/site.ts";
import { writeStored } from "#shared/storage.ts";
import { store } from "#shared/store.ts";

type Destination = typeof paths.home | typeof paths.warning;

/** The part of the router that SessionEnd needs: the current address, and navigation. */
export interface Navigation {
  here(): string;
  go(to: Destination): void;
}

/** Everything that ends a session or closes the site, in one place, so that all ways out look the same. */
export class SessionEnd {
  private readonly client: QueryClient;
  private readonly navigation: Navigation;

  constructor(client: QueryClient, navigation: Navigation) {
    this.client = client;
    this.navigation = navigation;
  }

  private hasSession(): boolean {
    return Boolean(this.client.getQueryData(sessionKey));
  }

  /** The server ended it (or it ran out): forget it, close the game, say why, go home. Once, however many calls noticed. */
  ended(notice: Notice): void {
    if (!this.hasSession()) return;
    store.set(returnPathAtom, this.navigation.here());
    rememberEnd(notice);
    dropSession(this.client);
    closeChat();
    store.set(gameDownAtom, { cause: "session", at: Date.now() });
    store.set(noticeAtom, notice);
    this.navigation.go(paths.home);
  }

  /**
   * The member leaves. The page forgets first and tells the server then: what other calls and the hub say meanwhile about a
   * session that is over is no news.
   */
  logOut(to: Destination = paths.home): void {
    if (!this.hasSession()) return;
    this.leave(to);
    api.call("/api/member/logout", {}).catch(() => {
      // The cookie runs out by itself; nothing of the session stays on this page either way.
    });
  }

  /** The member was inactive for as long as the site allows: logs out and says why. */
  idle(): void {
    if (!this.hasSession()) return;
    this.logOut();
    store.set(noticeAtom, { kind: "idle" });
  }

  /** Another tab noticed the end of the session: this tab shows the same notice, or nothing if the member logged out there. */
  endedElsewhere(): void {
    const notice = rememberedEnd();
    if (notice) this.ended(notice);
    else this.leave();
  }

  /** Forgets the session; the cookie is gone already, or goes with the call that follows. */
  private leave(to: Destination = paths.home): void {
    if (!this.hasSession()) return;
    dropSession(this.client);
    closeChat();
    writeStored("slip", null);
    store.set(gameDownAtom, { cause: "session", at: Date.now() });
    this.navigation.go(to);
  }

  /**
   * The hub says that maintenance of the site or of a function began or ended (D-35, D-46). The site's state is written at once,
   * because it is newer than the last check; which functions are closed only the check knows, so it is asked again.
   */
  inspect(on: boolean): void {
    this.client.setQueryData(siteCheckQuery.queryKey, (check) => ({
      inspect: on,
      code: on ? "S001" : "",
      text: "",
      functions: check?.functions ?? [],
      windows: check?.windows ?? [],
      now: check?.now ?? "",
      aheadMs: check?.aheadMs ?? 0,
      build: check?.build ?? "",
    }));
    void this.client.invalidateQueries({ queryKey: siteCheckQuery.queryKey });
    if (on) this.closed();
    else if (this.atWarning()) this.navigation.go(paths.home);
  }

  /** The site is under maintenance: leads to the page that says so. Asks nothing, so what the check itself said may call it. */
  closed(): void {
    if (this.atWarning()) return;
    this.logOut(paths.warning);
    this.navigation.go(paths.warning);
  }

  private atWarning(): boolean {
    return this.navigation.here().startsWith(paths.warning);
  }

  /** The first refusal for maintenance is news and is checked. Those that follow are not: each check could bring the next one. */
  private refusedByMaintenance(): void {
    if (this.client.getQueryData(siteCheckQuery.queryKey)?.inspect) this.closed();
    else this.inspect(true);
  }

  /** Handles the refusal of any call, regardless of its caller. */
  refused(error: ApiError): void {
    if (error.code === "U017") this.ended({ kind: "code", code: "U017" });
    else if (error.code === "U029" && error.status === 401) this.ended({ kind: "expired" });
    else if (error.code === "S001") this.refusedByMaintenance();
    else if (error.code === "TK999") store.set(gameDownAtom, { cause: "TK999", at: Date.now() });
  }
}
