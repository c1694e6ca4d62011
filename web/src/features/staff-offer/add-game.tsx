import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { AddDialog, useAdding } from "./add-dialog.tsx";
import { isPicture, NAME_MAX, PICTURE_MAX } from "./facts.ts";
import { offerQuery, useAddGame } from "./offers.ts";

const CODE_MAX = 64;
const gameCode = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;

/** Adds a game at the end of a product's lobby; all sites offer it from then on. */
export function AddGame({ product, onClose }: { product: string; onClose(): void }) {
  const { t } = useTranslation("offer");
  const { mutateAsync: add } = useAddGame();
  const { words, added } = useAdding(onClose);
  const products = useQuery(offerQuery).data?.products ?? [];
  const form = useAppForm({
    defaultValues: {
      procId: product || (products[0]?.procId ?? ""),
      code: "",
      name_KOR: "",
      name_ENG: "",
      thumbnail: "",
    },
    check: ({ code, name_KOR, name_ENG, thumbnail }) => ({
      code: !gameCode.test(code.trim()) && t("badGameCode"),
      name_KOR: name_KOR.trim() === "" && t("badName"),
      name_ENG: name_ENG.trim() === "" && t("badName"),
      thumbnail: !isPicture(thumbnail) && t("badPicture"),
    }),
    onSubmit: ({ procId, code, name_KOR, name_ENG, thumbnail }) =>
      add({
        procId,
        code: code.trim(),
        name_KOR: name_KOR.trim(),
        name_ENG: name_ENG.trim(),
        thumbnail: thumbnail.trim(),
      }),
    onDone: (_, { name_ENG }) => added(name_ENG.trim()),
    words,
  });
  const { control } = form;
  return (
    <AddDialog title={t("addGame")} text={t("addGameText")} form={form} words={words} onClose={onClose}>
      <div className={staff.pair}>
        <FormSelect
          control={control}
          name="procId"
          label={t("product")}
          options={products.map(({ procId, name }) => ({ value: procId, label: name }))}
        />
        <FormField control={control} name="code" label={t("code")} maxLength={CODE_MAX} hint={t("codeHint")} />
        <FormField control={control} name="name_KOR" label={t("nameKorean")} maxLength={NAME_MAX} />
        <FormField control={control} name="name_ENG" label={t("nameEnglish")} maxLength={NAME_MAX} />
      </div>
      <FormField
        control={control}
        name="thumbnail"
        label={t("picture")}
        maxLength={PICTURE_MAX}
        hint={t("pictureHint")}
      />
    </AddDialog>
  );
}
