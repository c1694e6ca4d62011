import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { BannerFace } from "#shared/campaign/banner-face.tsx";
import { isUploaded } from "#shared/campaign/picture.ts";
import { PopupFace } from "#shared/campaign/popup-face.tsx";
import { PostFace } from "#shared/campaign/post-face.tsx";
import type { Language } from "#shared/i18n/languages.ts";
import { Choice } from "#shared/ui/choice.tsx";
import type { AppForm } from "#shared/ui/form/use-app-form.ts";
import own from "./content.module.css";
import { fromEdited } from "./edited.ts";
import { PICTURE } from "./text-check.ts";
import { isEmpty, partsOf, sourceOf, type TextKind, type TextValues } from "./text-values.ts";

interface TextPreviewProps {
  form: AppForm<TextValues>;
  kind: TextKind;
  lang: Language;
  spoken: Language[];
}

const devices = ["desktop", "phone"] as const;

/** A banner, popup or post as readers of a language see it, on a wide screen and on a phone, drawn as the member's page draws it. */
export function TextPreview({ form: { control }, kind, lang, spoken }: TextPreviewProps) {
  const { t } = useTranslation("admin");
  const texts = useWatch({ control, name: "texts" });
  const everyone = useWatch({ control, name: "everyone" });
  const [device, setDevice] = useState<(typeof devices)[number]>("desktop");
  const source = sourceOf(texts, everyone, spoken);
  const translated = !isEmpty(texts[lang]) && (lang === source || !texts[lang].draft);
  const text = translated ? texts[lang] : everyone ? texts[source] : undefined;
  const wanted = text?.image.trim() || texts[source].image.trim();
  const image = PICTURE.test(wanted) || isUploaded(wanted) ? wanted : "";
  const visible = text !== undefined && text.title.trim() !== "" && (partsOf[kind].image !== "needed" || image !== "");
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
        <div className={own.frame} data-device={device} data-kind={kind === "popups" ? kind : "posts"}>
          <p className={kind === "mq" ? own.tickerLine : own.popupTitle}>{text.title}</p>
          {kind === "popups" && <PopupFace image={image} html={fromEdited(text.content)} />}
          {kind !== "popups" && kind !== "mq" && (
            <PostFace image={partsOf[kind].image === "none" ? "" : image} html={fromEdited(text.content)} />
          )}
        </div>
      )}
    </section>
  );
}
