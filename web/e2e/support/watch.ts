import { type BrowserContext, expect, type Page } from "@playwright/test";

/** Collects the errors of pages: console errors (which include violations of the content security policy) and script errors. */
export class Complaints {
  private readonly all: string[] = [];
  private readonly allowed: RegExp[] = [];
  /** Set while errors are made on purpose. */
  deaf = false;

  constructor(context: BrowserContext, who: string) {
    const listen = (page: Page) => {
      page.on("console", (message) => {
        if (message.type() !== "error" || this.deaf) return;
        this.all.push(`${who}: ${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => this.all.push(`${who}: ${error.stack ?? error.message}`));
    };
    for (const page of context.pages()) listen(page);
    context.on("page", listen);
  }

  /** The browser itself reports an answer of 401 or 503 as an error; where one is the right answer it is allowed by address. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  expectNone(): void {
    const rest = this.all.filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
    expect(rest, "errors in the console").toEqual([]);
  }
}
