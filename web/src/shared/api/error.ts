interface Details {
  params?: Record<string, string>;
  traceId?: string;
  status?: number;
  detail?: unknown;
  cause?: unknown;
}

/**
 * A refusal of the api. `code` is the wire code (`C011`), or 9999 when the server could not be reached or
 * did not answer in our envelope. `status` 0 means that no answer came. `detail` is what the page is told beside the code, as the call's
 * documentation says; the page checks its form.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly params: Record<string, string>;
  readonly traceId: string;
  readonly status: number;
  readonly detail: unknown;

  constructor(code: string, details: Details = {}) {
    super(`api refused with ${code}`, { cause: details.cause });
    this.name = "ApiError";
    this.code = code;
    this.params = details.params ?? {};
    this.traceId = details.traceId ?? "";
    this.status = details.status ?? 0;
    this.detail = details.detail;
  }
}

/** Whether the error is a refusal with one of these codes. */
export function isCode(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}
