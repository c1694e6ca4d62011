import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { isLanguage, type Language } from "#shared/i18n/languages.ts";

export type Sample = Res<"/api/admin/qna/sample/list">["list"][number];

const samplesKey = ["inquiry-samples"] as const;

/** The answers that staff prepared, by their names. */
export const samplesQuery = queryOptions({
  queryKey: samplesKey,
  queryFn: ({ signal }) => api.call("/api/admin/qna/sample/list", {}, { signal, retries: 1 }),
  meta: { personal: true },
});

function useSampleMutation<Body, Answer>(call: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: samplesKey }) });
}

export const useSaveSample = () =>
  useSampleMutation((body: Req<"/api/admin/qna/sample/save">) => api.call("/api/admin/qna/sample/save", body));
export const useDeleteSample = () =>
  useSampleMutation((idx: number) => api.call("/api/admin/qna/sample/delete", { idx }));

/** The text of a sample answer for a reader: in the reader's language, else in the site's default one, else the first. */
export function sampleFor({ texts }: Sample, lang: string, fallback: string): { lang: string; content: string } {
  const of = (wanted: string) => texts.find((text) => text.lang === wanted);
  return of(lang) ?? of(fallback) ?? texts[0] ?? { lang, content: "" };
}

/** An answer with a sample behind what was typed before. */
export function withSample(typed: string, sample: string): string {
  return typed.trim() === "" ? sample : `${typed.trimEnd()}\n\n${sample}`;
}

const none: Record<Language, string> = { vn: "", ko: "", en: "", th: "", cn: "", jp: "" };

/** The texts of a sample answer by their language, as staff edits them. */
export function toTexts(sample: Sample | undefined): Record<Language, string> {
  const texts = { ...none };
  for (const { lang, content } of sample?.texts ?? []) if (isLanguage(lang)) texts[lang] = content;
  return texts;
}

/** Returns the texts to send: those of each language that is not empty. */
export function fromTexts(texts: Record<Language, string>, spoken: readonly Language[]): Sample["texts"] {
  return spoken.map((lang) => ({ lang, content: texts[lang].trim() })).filter(({ content }) => content !== "");
}
