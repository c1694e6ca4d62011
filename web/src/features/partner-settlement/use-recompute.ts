import { useEffect, useRef, useState } from "react";
import type { FileFormat } from "#shared/api/client.ts";
import { saveFile } from "#shared/save-file.ts";
import { trusted } from "#shared/trusted.ts";
import type { Proof } from "./recompute.ts";
import type { Answer, Question } from "./recompute.worker.ts";
import workerAddress from "./recompute.worker.ts?worker&url";
import { StatementTable } from "./statement-csv.ts";
import { fileParts, reportDifference, type Statement } from "./statements.ts";

export type Recomputed =
  | { state: "idle" }
  /** How many bytes have come. */
  | { state: "busy"; bytes: number }
  | { state: "answered"; answer: Answer }
  | { state: "failed"; error: unknown };

/** Says that a file is the one of the list, and comes to what the list shows of it. */
export function isListed(proof: Proof, listed: Statement): boolean {
  return (
    proof.hash === listed.hash &&
    proof.key === listed.key &&
    proof.day === listed.day &&
    proof.rolling === String(listed.rolling) &&
    proof.losing === String(listed.losing) &&
    proof.amount === String(listed.amount)
  );
}

/** The first line that differs; 0: the file is sound, but it is not the one of the list; null: all is equal. */
function differs(answer: Answer, listed: Statement): number | null {
  if ("difference" in answer) return answer.difference.line;
  return isListed(answer.proof, listed) ? null : 0;
}

/** Computes a statement again in a worker, tells the site when it differs, and saves its file. All ends with the component. */
export function useRecompute(statement: Statement) {
  const { day } = statement;
  const [recomputed, setRecomputed] = useState<Recomputed>({ state: "idle" });
  const ending = useRef(new AbortController());
  useEffect(() => {
    ending.current = new AbortController();
    return () => ending.current.abort();
  }, []);

  /** Reads all parts; each goes to `take`, with the sum of the bytes so far in sight. */
  async function read(take: (text: string) => void): Promise<void> {
    let bytes = 0;
    setRecomputed({ state: "busy", bytes });
    for await (const text of fileParts(day, ending.current.signal)) {
      bytes += text.length;
      setRecomputed({ state: "busy", bytes });
      take(text);
    }
  }

  async function recompute(): Promise<void> {
    const worker = new Worker(trusted().createScriptURL(workerAddress), { type: "module" });
    ending.current.signal.addEventListener("abort", () => worker.terminate());
    const ask = (question: Question) => worker.postMessage(question);
    const answered = new Promise<Answer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
    });
    answered.catch(() => undefined); // heard below, or not at all once the page is left
    try {
      await read((text) => ask({ text }));
      ask({ end: true });
      const answer = await answered;
      setRecomputed({ state: "answered", answer });
      const line = differs(answer, statement);
      if (line !== null) void reportDifference(day, line);
    } catch (error) {
      if (!ending.current.signal.aborted) setRecomputed({ state: "failed", error });
    } finally {
      worker.terminate();
    }
  }

  /** Saves the file as it was signed, or its bets as a table. */
  async function download(name: string, as: "jsonl" | FileFormat): Promise<void> {
    const table = as === "jsonl" ? undefined : new StatementTable(as);
    const parts: string[] = [];
    try {
      await read((text) => (table ? table.take(text) : parts.push(text)));
      saveFile(table?.end() ?? new Blob(parts, { type: "application/jsonl" }), `${name}.${as}`);
      setRecomputed({ state: "idle" });
    } catch (error) {
      if (!ending.current.signal.aborted) setRecomputed({ state: "failed", error });
    }
  }

  return { recomputed, recompute, download };
}
