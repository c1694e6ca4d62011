import { useQuery } from "@tanstack/react-query";
import { type Control, useWatch } from "react-hook-form";
import { api } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";
import { FormField } from "#shared/ui/form/form.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useRest } from "#shared/use-rest.ts";
import type { NewAccount } from "./create-form.tsx";

/** The fields that the server checks while the form is filled in, with the names that the call has for them. */
const kinds = { memId: "memId", memNick: "memNick", phone: "phone", accountNo: "account", code: "" } as const;

interface LiveFieldProps {
  control: Control<NewAccount>;
  name: keyof typeof kinds;
  label: string;
  hint?: string;
  clean?(text: string): string;
  inputMode?: "numeric" | "tel";
}

/** A field whose value the server is asked about once it rests; a value that would be refused is named at once. */
export function LiveField({ control, name, ...rest }: LiveFieldProps) {
  const typed = useWatch({ control, name });
  const value = useRest(typed.trim());
  const { data: refusal } = useQuery({
    queryKey: ["partner", "check", name, value],
    queryFn: async ({ signal }): Promise<ApiError | null> => {
      try {
        const wanted = name === "code" ? { code: value } : { kind: kinds[name], value };
        await api.call("/api/partner/lower/check", wanted, { signal });
        return null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 200) return error;
        throw error;
      }
    },
    enabled: value !== "",
    retry: false,
    // Questions are counted (429): a value is asked about when it is typed, and not again because of what happens elsewhere.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = value === typed.trim() && refusal;
  return (
    <div>
      <FormField control={control} name={name} autoComplete="off" {...rest} />
      {shown && <Refusal error={refusal} />}
    </div>
  );
}
