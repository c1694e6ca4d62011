import { useState } from "react";
import { type Language, languageKeys } from "#shared/i18n/languages.ts";
import { CampaignEditor, type CampaignText } from "#shared/ui/office/campaign-editor.tsx";
import { samples } from "./samples.ts";

/** A campaign in every state of translation. */
export function Campaign() {
  const [texts, setTexts] = useState<Record<Language, CampaignText>>(() => ({
    vn: { title: samples.vn.long, text: samples.vn.sentence },
    ko: { title: samples.ko.long, text: samples.ko.sentence },
    en: { title: samples.en.long, text: samples.en.sentence },
    th: { title: samples.th.long, text: "" },
    cn: { title: "", text: "" },
    jp: { title: "", text: "" },
  }));
  return (
    <CampaignEditor
      texts={texts}
      original="ko"
      old={new Set(languageKeys.filter((language) => language === "en"))}
      limits={{ title: 60, text: 400 }}
      onChange={(language, text) => setTexts({ ...texts, [language]: text })}
      preview={({ title, text }) => (
        <>
          <strong>{title}</strong>
          <p>{text}</p>
        </>
      )}
    />
  );
}
