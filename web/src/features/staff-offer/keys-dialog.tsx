import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Form, FormField, FormSelect, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useStale } from "./offer-switch.tsx";
import { type OfferedVendor, useEndKey, useRotateKey } from "./offers.ts";

const ID_MAX = 64;
const PEM_MAX = 4_000;
const key = /^[A-Za-z0-9._-]{1,64}$/;

/** The hours for which the old key is accepted beside the new one. */
const OVERLAPS = [0, 1, 24, 168, 720] as const;
const OVERLAP_FIRST = 24;

const kinds = ["hmac", "rsa-own", "rsa"] as const;

/** The valid keys of a provider: one may be ended at once, or a new one takes the place of the others of its kind. */
export function KeysDialog({ vendor, onClose }: { vendor: OfferedVendor; onClose(): void }) {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const stale = useStale();
  const confirm = useConfirm();
  const said = useSaid();
  const { mutateAsync: end } = useEndKey();
  const [made, setMade] = useState<string | null>(null);
  const { id: vendorId, keys } = vendor;
  const askToEnd = (id: string) =>
    confirm.ask({
      title: t("endKeyTitle", { id }),
      text: t("endKeyText"),
      confirm: t("endKeyAsk"),
      tone: "danger",
      more: <WhoDecides act="vendor.key.rotate" />,
      words: stale,
      run: async () => said(await end({ vendor: vendorId, id }).then(() => "asked"), ""),
    });
  if (made !== null) return <MadeKey made={made} onClose={onClose} />;
  return (
    <Dialog wide title={t("keysTitle", { name: vendorId })} onClose={onClose}>
      <div className={staff.form}>
        {keys.length === 0 ? (
          <p className={staff.dim}>{t("noKeys")}</p>
        ) : (
          <Facts
            facts={keys.map(({ id, kind, until }) => ({
              name: `${id} (${kind})`,
              value: (
                <>
                  {until ? t("keyEnds", { until: format.dateTime(until) }) : t("keyEndless")}{" "}
                  <Button variant="quiet" size="sm" aria-label={t("endKeyOf", { id })} onClick={() => askToEnd(id)}>
                    {t("endKey")}
                  </Button>
                </>
              ),
            }))}
          />
        )}
        <NewKey vendor={vendorId} onMade={setMade} onClose={onClose} />
      </div>
      {confirm.dialog}
    </Dialog>
  );
}

interface NewKeyProps {
  vendor: string;
  /** The part of a key that we made which the provider gets. */
  onMade(made: string): void;
  onClose(): void;
}

function NewKey({ vendor, onMade, onClose }: NewKeyProps) {
  const { t } = useTranslation("offer");
  const said = useSaid();
  const stale = useStale();
  const rotate = useRotateKey();
  const form = useAppForm({
    defaultValues: { kind: "hmac", id: "", overlap: String(OVERLAP_FIRST), given: "" },
    check: ({ kind, id, given }) => ({
      id: !key.test(id.trim()) && t("badKeyId"),
      given: kind === "rsa" && given.trim() === "" && t("badPem"),
    }),
    onSubmit: ({ kind, id, overlap, given }) =>
      rotate.mutateAsync({
        vendor,
        kind,
        id: id.trim(),
        overlapHours: Number(overlap),
        given: kind === "rsa" ? given.trim() : "",
      }),
    onDone: (answer) => {
      if (answer !== "asked" && answer.made !== "") return onMade(answer.made);
      said("asked", "");
      onClose();
    },
    words: stale,
  });
  const { control } = form;
  const kind = useWatch({ control, name: "kind" });
  return (
    <Form form={form} className={staff.form} autoComplete="off">
      <h3>{t("newKey")}</h3>
      <p className={staff.dim}>{t("newKeyText")}</p>
      <WhoDecides act="vendor.key.rotate" />
      <FormSelect
        control={control}
        name="kind"
        label={t("keyKind")}
        options={kinds.map((value) => ({ value, label: t(`keyKind.${value}`) }))}
      />
      <div className={staff.pair}>
        <FormField control={control} name="id" label={t("keyId")} maxLength={ID_MAX} hint={t("keyIdHint")} />
        <FormSelect
          control={control}
          name="overlap"
          label={t("overlap")}
          options={OVERLAPS.map((hours) => ({
            value: String(hours),
            label: hours === 0 ? t("overlapNone") : t("overlapHours", { count: hours }),
          }))}
        />
      </div>
      {kind === "rsa" && <FormTextArea control={control} name="given" label={t("pem")} rows={6} maxLength={PEM_MAX} />}
      <Refusal box error={form.refusal} words={stale} />
      <Button type="submit" busy={form.busy}>
        {t("rotate")}
      </Button>
    </Form>
  );
}

/** Shows what the provider gets of a new key, this once. */
function MadeKey({ made, onClose }: { made: string; onClose(): void }) {
  const { t } = useTranslation("offer");
  return (
    <Dialog wide title={t("madeTitle")} onClose={onClose}>
      <div className={staff.form}>
        <p>{t("madeText")}</p>
        <pre className={staff.quote}>
          <code>{made.trim()}</code>
        </pre>
        <CopyButton text={made.trim()} label={t("madeKey")} />
      </div>
    </Dialog>
  );
}
