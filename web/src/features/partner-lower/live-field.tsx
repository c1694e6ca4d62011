import { useQuery } from "@tanstack/react-query";
import { type Control, useWatch } from "react-hook-form";
import { api } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";
import { FormField } from "#shared/ui/form/form.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useRest } from "#shared/use-rest.ts";
import type { NewAccount } from "./create-form.tsx";
import { lowerKey } from "./lower.ts";

/** The fields that the server checks while the form is filled in, with the names that the call has for them. */
const kinds = { memId: "memId", memNick: "memNick", phone: "phone", accountNo: "account", code: "" } as const;

/** The refusals that are about the registration code, whatever field was asked about. */
const ofCode = ["U009", "U010", "U112", "U113"];

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
  const [typed, typedCode] = useWatch({ control, name: [name, "code"] });
  const value = useRest(typed.trim());
  const code = useRest(typedCode.trim());
  const { data: refusal } = useQuery({
    queryKey: [...lowerKey, "check", name, value, code],
    queryFn: async ({ signal }): Promise<ApiError | null> => {
      try {
        const wanted = name === "code" ? { code: value } : { kind: kinds[name], value, code };
        await api.call("/api/partner/lower/check", wanted, { signal });
        return null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 200) return error;
        throw error;
      }
    },
    enabled: value !== "",
    retry: false,
    meta: { personal: true },
  });
  const shown = value === typed.trim() && refusal && (name === "code" || !ofCode.includes(refusal.code));
  return (
    <div>
      <FormField control={control} name={name} autoComplete="off" {...rest} />
      {shown && <Refusal error={refusal} />}
    </div>
  );
}
