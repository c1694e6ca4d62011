import { type APIRequestContext, expect } from "@playwright/test";
import type { Api } from "../../src/shared/api/contract.gen.ts";
import { origin } from "./demo.ts";

interface Envelope<Data> {
  resultCode: string;
  data: Data;
}

/**
 * Calls the api with the cookies of a browser context, beside its pages; a cookie counts only from the site's own origin. With
 * a language (BCP 47) the answer is in it.
 */
export async function ask<Path extends keyof Api>(
  request: APIRequestContext,
  path: Path,
  body: Api[Path]["req"],
  language?: string,
): Promise<Envelope<Api[Path]["res"]>> {
  const headers = { origin: origin(), ...(language === undefined ? {} : { "accept-language": language }) };
  const answer = await request.post(path, { data: body, headers });
  return await answer.json();
}

/** The same where nothing but success will do. */
export async function call<Path extends keyof Api>(
  request: APIRequestContext,
  path: Path,
  body: Api[Path]["req"],
  language?: string,
): Promise<Api[Path]["res"]> {
  const { resultCode, data } = await ask(request, path, body, language);
  expect(resultCode, path).toBe("200");
  return data;
}

/** The newest post of a board, or the newest inquiry, if there is any. */
export async function newestPost(request: APIRequestContext, kind: string): Promise<number | undefined> {
  const data = { page: 1, count_per_list: 1 };
  const answer = await request.post(`/api/board/${kind}/list`, { data, headers: { origin: origin() } });
  const { data: found }: Envelope<{ list: { idx: number }[] }> = await answer.json();
  return found.list[0]?.idx;
}
