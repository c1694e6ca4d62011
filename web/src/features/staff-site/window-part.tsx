import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { Field } from "#shared/ui/field.tsx";
import { FormSelect } from "#shared/ui/form/form.tsx";
import type { AppForm } from "#shared/ui/form/use-app-form.ts";
import { switchNames } from "./switches.ts";
import { partGamesQuery, partsQuery } from "./windows.ts";

const offers = ["vendor", "product", "game"] as const;

type OfferKind = (typeof offers)[number];

/** The part of the site that a form is about: the kind, and for each kind of the offer the key that is chosen. */
export type Part = Record<"kind" | OfferKind, string>;

export const wholeSite: Part = { kind: "site", vendor: "", product: "", game: "" };

const offerOf = (kind: string): OfferKind | undefined => offers.find((one) => one === kind);

/** The name that the server knows the part by; "" while none is chosen. */
export function nameFrom(part: Part): string {
  const offer = offerOf(part.kind);
  if (!offer) return part.kind;
  return part[offer] === "" ? "" : `${offer}/${part[offer]}`;
}

/** The providers, products or games of which one is chosen. */
function useKeys(kind: string, text: string): { value: string; label: string }[] {
  const { i18n } = useTranslation();
  const parts = useQuery({ ...partsQuery, enabled: kind === "vendor" || kind === "product" }).data;
  const games = useQuery({ ...partGamesQuery(text.trim()), enabled: kind === "game" }).data;
  if (kind === "vendor") return (parts?.vendors ?? []).map(({ id }) => ({ value: id, label: id }));
  if (kind === "product") return (parts?.products ?? []).map(({ procId, name }) => ({ value: procId, label: name }));
  return (games?.list ?? []).map((game) => ({
    value: game.code,
    label: `${i18n.language === "ko" ? game.name_KOR : game.name_ENG} (${game.product})`,
  }));
}

/** The fields that say what maintenance is of. */
export function WindowPart<Values extends Part>({ form }: { form: AppForm<Values> }) {
  const { t } = useTranslation("schedule");
  const { t: admin } = useTranslation("admin");
  const { control, setValue } = form as unknown as AppForm<Part>;
  const kind = useWatch({ control, name: "kind" });
  const [text, setText] = useState("");
  const offer = offerOf(kind);
  const keys = useKeys(kind, text);
  return (
    <>
      <FormSelect
        control={control}
        name="kind"
        label={t("part")}
        options={[
          ...switchNames.map((value) => ({ value, label: admin(`switch.${value}`) })),
          ...offers.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
      />
      {offer && (
        <div className={staff.pair}>
          {offer === "game" && (
            <Field
              type="search"
              label={t("findGame")}
              value={text}
              onChange={(next) => {
                setText(next);
                setValue("game", "");
              }}
            />
          )}
          <FormSelect
            control={control}
            key={offer}
            name={offer}
            label={t(`kind.${offer}`)}
            options={[{ value: "", label: t("choose") }, ...keys]}
          />
        </div>
      )}
    </>
  );
}
