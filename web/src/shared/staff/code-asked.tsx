import { useAtomValue } from "jotai";
import { Suspense, useEffect } from "react";
import { api } from "../api/client.ts";
import { lazyPart } from "../lazy.ts";
import { store } from "../store.ts";
import { askCode, codeAskedAtom } from "./code.ts";

const CodeDialog = lazyPart(async () => (await import("./code-dialog.tsx")).CodeDialog);

/** The one place where the back office asks for a fresh one-time code, whatever page or download needs it. */
export function CodeAsked() {
  const asked = useAtomValue(codeAskedAtom);
  useEffect(() => {
    api.askCode = askCode;
    return () => {
      api.askCode = undefined;
      store.get(codeAskedAtom)?.answer(false);
    };
  }, []);
  return <Suspense>{asked && <CodeDialog answer={asked.answer} />}</Suspense>;
}
