import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { FormField, FormSelect, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { AddDialog, useAdding } from "./add-dialog.tsx";
import { offerQuery, useAddVendor } from "./offers.ts";

const ID_MAX = 16;
const NETWORKS_MAX = 4_000;
const vendorId = /^[a-z0-9]{2,16}$/;

/** The networks that were typed, between blanks, commas or line ends. */
const networksOf = (typed: string): string[] => typed.split(/[\s,]+/).filter(Boolean);

/** Adds a provider. Until it has a key, its calls are refused. */
export function AddVendor({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("offer");
  const { mutateAsync: add } = useAddVendor();
  const said = useSaid();
  const { words } = useAdding(onClose);
  const protocols = useQuery(offerQuery).data?.protocols ?? [];
  const listed = (family: string) => protocols.some((protocol) => protocol.family === family && protocol.listed);
  const form = useAppForm({
    defaultValues: { id: "", family: protocols[0]?.family ?? "", networks: "" },
    check: ({ id, family, networks }) => ({
      id: !vendorId.test(id.trim()) && t("badVendorId"),
      networks: listed(family) && networksOf(networks).length === 0 && t("badNetworks"),
    }),
    onSubmit: ({ id, family, networks }) => add({ id: id.trim(), family, networks: networksOf(networks) }),
    onDone: () => {
      said("asked", "");
      onClose();
    },
    words,
  });
  const { control } = form;
  const family = useWatch({ control, name: "family" });
  return (
    <AddDialog title={t("addVendor")} text={t("addVendorText")} form={form} words={words} onClose={onClose}>
      <div className={staff.pair}>
        <FormField control={control} name="id" label={t("id")} maxLength={ID_MAX} hint={t("vendorIdHint")} />
        <FormSelect
          control={control}
          name="family"
          label={t("protocol")}
          options={protocols.map((protocol) => ({ value: protocol.family, label: protocol.family }))}
        />
      </div>
      <FormTextArea
        control={control}
        name="networks"
        label={t("networks")}
        rows={3}
        maxLength={NETWORKS_MAX}
        hint={t(listed(family) ? "networksNeeded" : "networksHint")}
      />
      <WhoDecides act="vendor.add" />
    </AddDialog>
  );
}
