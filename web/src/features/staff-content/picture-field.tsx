import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { isUploaded } from "#shared/campaign/picture.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { FormField } from "#shared/ui/form/form.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import own from "./content.module.css";
import { PicturePicker } from "./picture-picker.tsx";
import { picturesKey } from "./pictures.ts";

/** The types that the api takes; it decides by the content. Other files are sent as bytes, so that their refusal is in the audit. */
const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/svg+xml"];
/** A picture over a slow line. */
const TIMEOUT_MS = 60_000;

interface PictureFieldProps<Values extends FieldValues, Name> {
  control: Control<Values>;
  name: Name;
  hint: string;
}

/** A picture: one of the site's drawings by its path, one that is uploaded, or one that was uploaded before. */
export function PictureField<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  hint,
}: PictureFieldProps<Values, Name>) {
  const { t } = useTranslation("admin");
  const input = useRef<HTMLInputElement>(null);
  const { field } = useController({ control, name });
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = TYPES.includes(file.type) ? file : new Blob([file], { type: "application/octet-stream" });
      return api.call("/api/admin/picture/save", body, { timeout: TIMEOUT_MS });
    },
    onSuccess: ({ image }) => {
      field.onChange(image);
      return client.invalidateQueries({ queryKey: picturesKey });
    },
  });
  const [choosing, setChoosing] = useState(false);
  const picker = useId();
  const uploaded = isUploaded(String(field.value));
  return (
    <div className={own.pictureField}>
      {uploaded ? (
        <div className={own.uploaded}>
          <img src={String(field.value)} alt={t("content.picture.uploaded")} />
          <Button variant="quiet" size="sm" onClick={() => field.onChange("")}>
            {t("content.picture.remove")}
          </Button>
        </div>
      ) : (
        <FormField control={control} name={name} label={t("content.field.image")} hint={hint} />
      )}
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t("content.picture.upload")}
        accept={TYPES.slice(0, 3).join()}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          if (file) upload.mutate(file);
        }}
      />
      <div className={own.uploading}>
        <Button
          variant="quiet"
          size="sm"
          busy={upload.isPending}
          icon={<Icon name="plus" size={16} />}
          onClick={() => input.current?.click()}
        >
          {t("content.picture.upload")}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={choosing}
          aria-controls={choosing ? picker : undefined}
          onClick={() => setChoosing((open) => !open)}
        >
          {t("content.picture.choose")}
        </Button>
        <span className={classes.dim}>{t("content.picture.hint")}</span>
      </div>
      <Refusal error={upload.error} />
      {choosing && (
        <PicturePicker
          id={picker}
          value={String(field.value)}
          onPick={(image) => {
            field.onChange(image);
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}
