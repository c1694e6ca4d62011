import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { AddDialog, useAdding } from "./add-dialog.tsx";
import { isPicture, NAME_MAX, PICTURE_MAX } from "./facts.ts";
import { offerQuery, useAddProduct } from "./offers.ts";
import { useGroupName } from "./use-group-name.ts";

const ID_MAX = 32;
const productId = /^[A-Za-z0-9_-]{1,32}$/;

/** Adds a product of a provider to a group; all sites offer it from then on. */
export function AddProduct({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("offer");
  const { mutateAsync: add } = useAddProduct();
  const { words, added } = useAdding(onClose);
  const groupName = useGroupName();
  const { vendors = [], groups = [] } = useQuery(offerQuery).data ?? {};
  const form = useAppForm({
    defaultValues: {
      procId: "",
      vendor: vendors[0]?.id ?? "",
      groupCode: groups[0]?.code ?? "",
      name: "",
      image: "",
    },
    check: ({ procId, name, image }) => ({
      procId: !productId.test(procId.trim()) && t("badProductId"),
      name: name.trim() === "" && t("badName"),
      image: !isPicture(image) && t("badPicture"),
    }),
    onSubmit: ({ procId, name, image, ...choices }) =>
      add({ ...choices, procId: procId.trim(), name: name.trim(), image: image.trim() }),
    onDone: (_, { name }) => added(name.trim()),
    words,
  });
  const { control } = form;
  return (
    <AddDialog title={t("addProduct")} text={t("addProductText")} form={form} words={words} onClose={onClose}>
      <div className={staff.pair}>
        <FormSelect
          control={control}
          name="vendor"
          label={t("vendor")}
          options={vendors.map(({ id }) => ({ value: id, label: id }))}
        />
        <FormSelect
          control={control}
          name="groupCode"
          label={t("group")}
          options={groups.map(({ code }) => ({ value: code, label: groupName(code) }))}
        />
        <FormField control={control} name="procId" label={t("id")} maxLength={ID_MAX} />
        <FormField control={control} name="name" label={t("name")} maxLength={NAME_MAX} />
      </div>
      <FormField control={control} name="image" label={t("picture")} maxLength={PICTURE_MAX} hint={t("pictureHint")} />
    </AddDialog>
  );
}
