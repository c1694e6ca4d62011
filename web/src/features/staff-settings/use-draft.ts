import { useState } from "react";
import { ApiError } from "#shared/api/error.ts";
import { type Change, changesBetween, flatten } from "#shared/staff/settings/flat.ts";
import type { Path } from "#shared/staff/settings/options.ts";
import { draftOf, type Raw, type Typed } from "./draft.ts";
import type { Settings } from "./settings.ts";

/**
 * Keeps the entries of the form over the settings as they are now. Nothing typed is lost when a colleague saves first: `conflict` says
 * what that changed, and `accept` goes on with the entries.
 */
export function useDraft(settings: Settings) {
  const [typed, setTyped] = useState<Typed>({});
  const [seen, setSeen] = useState(settings);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const draft = draftOf(settings, typed);
  const dirty = draft.changes.length > 0 || Object.keys(draft.wrong).length > 0;
  if (!dirty && seen !== settings) setSeen(settings);
  const newer = dirty && seen.version !== settings.version;
  const conflict: Change[] = newer ? changesBetween(flatten(seen.values), flatten(settings.values)) : [];
  return {
    ...draft,
    dirty,
    typed,
    version: seen.version,
    newer,
    conflict,
    accept: () => setSeen(settings),
    type: (path: Path, raw: Raw) => {
      setRefusal(null);
      setTyped((before) => ({ ...before, [path]: raw }));
    },
    discard: () => {
      setRefusal(null);
      setTyped({});
    },
    /** The server's refusal that belongs to one option. */
    refusal,
    refuse: (error: unknown) => setRefusal(error instanceof ApiError && error.params.option ? error : null),
  };
}

export type DraftState = ReturnType<typeof useDraft>;
