import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";

/** The fields that must be unique, with their names in /api/member/check. */
export const uniqueFields = { memId: "memId", memNick: "memNick", phone: "phone", accountNo: "account" } as const;

export type UniqueField = keyof typeof uniqueFields;

const PAUSE_MS = 400;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function checkQuery(field: UniqueField, value: string, recommender: string) {
  const kind = uniqueFields[field];
  return queryOptions({
    queryKey: ["session", "check", kind, value, recommender],
    queryFn: async ({ signal }): Promise<ApiError | null> => {
      try {
        await api.call("/api/member/check", { kind, value, recommender }, { signal });
        return null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 200) return error;
        throw error;
      }
    },
    staleTime: 60_000,
    retry: false,
  });
}

/** The server's refusal of a value, if it was asked about this very value. */
export function knownRefusal(client: QueryClient, field: UniqueField, value: string, recommender: string) {
  return client.getQueryData(checkQuery(field, value, recommender).queryKey) ?? null;
}

interface Availability {
  /** The server's refusal of this very value. */
  refusal: ApiError | null;
  /** The server was asked about this very value and has nothing against it. */
  free: boolean;
}

/**
 * Asks the server about a value once the member stopped typing and has given a registration code, without which the server
 * answers nothing. Until it answers (or when it cannot be reached) nothing is
 * claimed: the server decides at signup anyway.
 */
export function useAvailability(
  field: UniqueField,
  value: string,
  recommender: string,
  enabled: boolean,
): Availability {
  const settled = useSettled(value);
  const code = useSettled(recommender);
  const asked = enabled && settled === value && value !== "" && code === recommender && code !== "";
  const answer = useQuery({ ...checkQuery(field, settled, code), enabled: asked });
  const known = asked && answer.isSuccess;
  return { refusal: known ? answer.data : null, free: known && answer.data === null };
}
