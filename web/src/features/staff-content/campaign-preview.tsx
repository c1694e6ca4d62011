import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { BannerFace } from "#shared/campaign/banner-face.tsx";
import { isUploaded } from "#shared/campaign/picture.ts";
import { PopupFace } from "#shared/campaign/popup-face.tsx";
import type { Language } from "#shared/i18n/languages.ts";
import { Choice } from "#shared/ui/choice.tsx";
import type { AppForm } from "#shared/ui/form/use-app-form.ts";
import { PICTURE } from "./campaign-check.ts";
import type { CampaignValues } from "./campaign-dialog.tsx";
import { isEmpty, sourceOf } from "./campaign-text.ts";
import own from "./content.module.css";
import type { ScheduledKind } from "./content.ts";
import { fromEdited } from "./edited.ts";

interface CampaignPreviewProps {
  form: AppForm<CampaignValues>;
  kind: ScheduledKind;
  lang: Language;
  spoken: Language[];
}

const devices = ["desktop", "phone"] as const;

/** A campaign as readers of a language see it, on a wide screen and on a phone, drawn as the member's page draws it. */
export function CampaignPreview({ form: { control }, kind, lang, spoken }: CampaignPreviewProps) {
  const { t } = useTranslation("admin");
  const texts = useWatch({ control, name: "texts" });
  const everyone = useWatch({ control, name: "everyone" });
  const [device, setDevice] = useState<(typeof devices)[number]>("desktop");
  const source = sourceOf(texts, everyone, spoken);
  const translated = !isEmpty(texts[lang]) && (lang === source || !texts[lang].draft);
  const text = translated ? texts[lang] : everyone ? texts[source] : undefined;
  const wanted = text?.image.trim() || texts[source].image.trim();
  const image = PICTURE.test(wanted) || isUploaded(wanted) ? wanted : "";
  const visible = text !== undefined && text.title.trim() !== "" && (kind === "popups" || image !== "");
  return (
    <section className={own.preview} aria-label={t("content.preview")}>
      <Choice<(typeof devices)[number]>
        label={t("content.device")}
        value={device}
        onChange={setDevice}
        options={devices.map((value) => ({ value, label: t(`content.device.${value}`) }))}
      />
      {!visible ? (
        <p className={own.nothing}>{t("content.preview.nothing")}</p>
      ) : kind === "banners" ? (
        <div className={own.frame} data-device={device} data-kind={kind}>
          <BannerFace image={image} title={text.title} />
        </div>
      ) : (
        <div className={own.frame} data-device={device} data-kind={kind}>
          <p className={own.popupTitle}>{text.title}</p>
          <PopupFace image={image} html={fromEdited(text.content)} />
        </div>
      )}
    </section>
  );
}
