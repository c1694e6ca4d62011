import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isLanguage, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { sampleFor, samplesQuery } from "./samples.ts";
import { SamplesDialog } from "./samples-dialog.tsx";

interface SamplePickerProps {
  /** The language of the reader. */
  lang: string;
  onPick(text: string): void;
}

/** The prepared answers as buttons; a press puts one into the form. */
export function SamplePicker({ lang, onPick }: SamplePickerProps) {
  const { t } = useTranslation("admin");
  const { data, error } = useQuery(samplesQuery);
  const fallback = useQuery(siteQuery).data?.languages[0] ?? "en";
  const [managing, setManaging] = useState(false);
  return (
    <section aria-label={t("sample.title")}>
      {error && <ErrorState compact error={error} />}
      <div className={classes.buttons}>
        {(data?.list ?? []).map((sample) => {
          const text = sampleFor(sample, lang, fallback);
          // Staff sees that the reader gets another language.
          const other = text.lang !== lang && isLanguage(text.lang) ? ` (${languages[text.lang].name})` : "";
          return (
            <Button key={sample.idx} variant="quiet" size="sm" onClick={() => onPick(text.content)}>
              {`${sample.name}${other}`}
            </Button>
          );
        })}
        <Button
          variant="ghost"
          size="sm"
          icon={<Icon name="edit" size={16} />}
          aria-haspopup="dialog"
          onClick={() => setManaging(true)}
        >
          {t("sample.manage")}
        </Button>
      </div>
      {managing && <SamplesDialog onClose={() => setManaging(false)} />}
    </section>
  );
}
