import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { type Limits, limitsQuery } from "#shared/bets/limits.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { type AcceptChoice, accepts } from "./bets.ts";

/** Which changes of price the member takes without being asked (D-26). The server keeps it. */
export function AcceptField({ accept }: { accept: AcceptChoice }) {
  const { t } = useTranslation("sports");
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (chosen: AcceptChoice) => api.call("/api/bet/sports/accept", { accept: chosen }),
    onSuccess: (_, chosen) =>
      client.setQueryData<Limits>(limitsQuery.queryKey, (limits) => limits && { ...limits, accept: chosen }),
  });
  return (
    <div>
      <SelectField
        label={t("accept")}
        value={choose.isPending ? (choose.variables ?? accept) : accept}
        disabled={choose.isPending}
        onChange={(value) => choose.mutate(accepts.find((one) => one === value) ?? "none")}
        options={accepts.map((one) => ({ value: one, label: t(`accept.${one}`) }))}
      />
      <Refusal error={choose.error} />
    </div>
  );
}
