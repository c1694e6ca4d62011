import { type Api, keyed } from "./contract.gen.ts";
import { ApiError } from "./error.ts";

/** The paths of the product. Those with `{…}` take `options.path`. */
type Path = keyof Api;
/** The body of a path's request, without siteId: the client adds that. Of a path that takes a file: the file. */
export type Req<P extends Path> = Api[P]["req"];
/** The paths that answer with a file. */
export type FilePath = { [P in Path]: Api[P]["res"] extends Blob ? P : never }[Path];
/** The formats of a list as a file, the first one offered first. */
export const fileFormats = ["xlsx", "csv"] as const;
export type FileFormat = (typeof fileFormats)[number];
/** The media types by which the api is asked for a format. */
const mediaTypes: Record<FileFormat, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
};
/** `data` of a path's answer. */
export type Res<P extends Path> = Api[P]["res"];

interface CallOptions {
  signal?: AbortSignal;
  /** Values for the `{…}` parts of a path. */
  path?: Record<string, string>;
  /** Milliseconds until the call is given up. */
  timeout?: number;
  /** How often a call that got no answer is tried again. Only for calls that change nothing; those with a key are tried again by themselves. */
  retries?: number;
  /** The name of a call with a key, of a page that may send the same again later: whatever of it arrives has one effect. */
  key?: string;
}

interface Envelope<P extends Path> {
  resultCode: string;
  resultMessage: string;
  data: Res<P>;
  traceId: string;
}

const TIMEOUT_MS = 15_000;
/** A file of a year is read while it is sent. */
const FILE_TIMEOUT_MS = 60_000;
const RETRY_WAIT_MS = 300;
/** How often a call with a key is tried again: it has one effect, whatever of it arrives (the api, M12). */
const KEYED_RETRIES = 2;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The border: the envelope is checked, `data` is what the generated contract says for this path
 * (both ends are generated from the same Go types, and a stale contract fails the build).
 */
function isEnvelope<P extends Path>(value: unknown): value is Envelope<P> {
  return isRecord(value) && typeof value.resultCode === "string" && "data" in value;
}

function textParams(data: unknown): Record<string, string> {
  if (!isRecord(data) || !isRecord(data.params)) return {};
  return Object.fromEntries(Object.entries(data.params).map(([name, value]) => [name, String(value)]));
}

/** Returns the error that an answer other than success stands for; 9999 if the answer is not an envelope of the api. */
function refusal(answer: unknown, status: number): ApiError {
  if (!isEnvelope(answer)) return new ApiError("9999", { status });
  const detail = isRecord(answer.data) ? answer.data.detail : undefined;
  return new ApiError(answer.resultCode, { params: textParams(answer.data), traceId: answer.traceId, status, detail });
}

function address(path: string, values: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

/** Names a call: 128 random bits. crypto.randomUUID is not there on a page without https. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The one way to the api, and the only caller of fetch. It knows no page and shows nothing: a refusal is thrown as ApiError,
 * and the caller decides where to show it.
 */
class ApiClient {
  /** Sent with every body once the site's options have named it; before that the host name decides (D-39). */
  siteId: string | undefined;
  /** Asks the person for a fresh one-time code and resolves to whether the api took one. Only the back office has codes. */
  askCode: (() => Promise<boolean>) | undefined;

  /** Calls and returns `data`. Throws ApiError for everything but resultCode 200; rethrows an abort. */
  async call<P extends Path>(path: P, body: Req<P>, options: CallOptions = {}): Promise<Res<P>> {
    const key = keyed.has(path) ? (options.key ?? newKey()) : undefined;
    const retries = options.retries ?? (key === undefined ? 0 : KEYED_RETRIES);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.withCode(() => this.once(path, body, options, key));
      } catch (error) {
        const lost = error instanceof ApiError && error.code === "9999";
        if (!lost || attempt >= retries) throw error;
        await wait(RETRY_WAIT_MS * 2 ** attempt);
        options.signal?.throwIfAborted();
      }
    }
  }

  /** Asks for a file and returns it whole. A refusal comes in the envelope, a file that was broken off is 9999. */
  async file<P extends FilePath>(path: P, body: Req<P>): Promise<Blob> {
    return (await this.list(path, body)).blob;
  }

  /** Asks for a list as a file of a format; `cut` when it holds only the first rows of the list. The refusals are those of `file`. */
  list<P extends FilePath>(path: P, body: Req<P>, format?: FileFormat): Promise<{ blob: Blob; cut: boolean }> {
    return this.withCode(() => this.listOnce(path, body, format));
  }

  /** Repeats a call once that was refused for want of a fresh one-time code, after the person gave one (U045). */
  private async withCode<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "U045" && (await this.askCode?.()))) throw error;
      return run();
    }
  }

  private async listOnce<P extends FilePath>(
    path: P,
    body: Req<P>,
    format?: FileFormat,
  ): Promise<{ blob: Blob; cut: boolean }> {
    try {
      const accept = format && mediaTypes[format];
      const response = await this.post(path, body, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS), accept });
      if (!(response.headers.get("content-type") ?? "").includes("json"))
        return { blob: await response.blob(), cut: response.headers.has("x-file-cut") };
      throw refusal(await response.json(), response.status);
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError("9999", { cause: error });
    }
  }

  private post(
    path: Path,
    body: object,
    {
      signal,
      values,
      key,
      accept,
    }: {
      signal: AbortSignal;
      values?: Record<string, string> | undefined;
      key?: string | undefined;
      accept?: string | undefined;
    },
  ): Promise<Response> {
    const file = body instanceof Blob;
    return fetch(address(path, values), {
      method: "POST",
      // Notices and game names come in the language of the page, which need not be the browser's.
      headers: {
        "content-type": file ? body.type : "application/json",
        "accept-language": document.documentElement.lang,
        ...(key === undefined ? {} : { "idempotency-key": key }),
        // A refusal comes as JSON, whatever is asked for.
        ...(accept === undefined ? {} : { accept: `${accept}, application/json` }),
      },
      body: file ? body : JSON.stringify(this.siteId === undefined ? body : { siteId: this.siteId, ...body }),
      credentials: "same-origin",
      signal,
    });
  }

  private async once<P extends Path>(
    path: P,
    body: Req<P>,
    options: CallOptions,
    key: string | undefined,
  ): Promise<Res<P>> {
    const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    let response: Response | undefined;
    let answer: unknown;
    try {
      response = await this.post(path, body, { signal, values: options.path, key });
      answer = await response.json();
    } catch (error) {
      options.signal?.throwIfAborted();
      // An answer that is no JSON came all the same; one that broke off did not.
      const status = error instanceof SyntaxError ? (response?.status ?? 0) : 0;
      throw new ApiError("9999", { cause: error, status });
    }
    if (!isEnvelope<P>(answer) || answer.resultCode !== "200") throw refusal(answer, response.status);
    return answer.data;
  }
}

/** One client per bundle. */
export const api = new ApiClient();
