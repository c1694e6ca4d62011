import { useMutation } from "@tanstack/react-query";
import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef } from "react";
import { api, type Req } from "#shared/api/client.ts";

type Body = Req<"/api/admin/personal/show">;
/** The record whose data are wanted, and the fields. */
export type Look = Pick<Body, "subject" | "id" | "fields">;
type Field = Look["fields"][number];

/** The usual reasons to see personal data. */
export const purposes = ["payout", "deposit", "signup", "identity", "contact", "fraud", "authority"] as const;
export type Purpose = (typeof purposes)[number];

interface Why {
  purpose: string;
  words: string;
}

/** How long values stay on the page: time enough to type a payment. */
const SHOWN_MS = 3 * 60_000;

type Values = Partial<Record<Field, { value: string; before: string }>>;

/** The values that are shown in the clear, by their record. They are kept here alone: no cache of queries has them. */
export const shownAtom = atom<Record<string, Values>>({});

const putAtom = atom(null, (get, set, key: string, values: Values | null) => {
  const { [key]: _, ...others } = get(shownAtom);
  set(shownAtom, values === null ? others : { ...others, [key]: values });
});

function keyOf({ subject, id }: Pick<Look, "subject" | "id">): string {
  return `${subject}:${id}`;
}

/** Returns a function that gives a field in the clear while it is shown, and its masked form otherwise. */
export function useShown(
  subject: string,
  id: string | number,
): { shown: boolean; of(field: Field, masked: string): string; before(field: Field, masked: string): string } {
  const values = useAtomValue(shownAtom)[keyOf({ subject, id: String(id) })];
  return {
    shown: values !== undefined,
    of: (field, masked) => values?.[field]?.value || masked,
    before: (field, masked) => values?.[field]?.before || masked,
  };
}

/** Shows fields in the clear for a few minutes, until they are hidden or what uses this hook leaves the page. */
export function useShow(look: Look) {
  const key = keyOf(look);
  const put = useSetAtom(putAtom);
  const { shown } = useShown(look.subject, look.id);
  // An answer that comes after the row was left is not shown.
  const left = useRef(0);
  useEffect(
    () => () => {
      left.current += 1;
      put(key, null);
    },
    [key, put],
  );
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => put(key, null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, key, put]);
  const { mutate, mutateAsync, isPending, error } = useMutation({
    mutationFn: async (why: Why) => {
      const before = left.current;
      const { list } = await api.call("/api/admin/personal/show", { ...look, ...why });
      if (left.current !== before) return;
      put(key, Object.fromEntries(list.map(({ field, value, before }) => [field, { value, before }])));
    },
    gcTime: 0,
  });
  return { shown, show: mutate, showAsync: mutateAsync, hide: () => put(key, null), busy: isPending, error };
}
