import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefusedFrame } from "#shared/frameable.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { useSite } from "#shared/site.ts";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Panel } from "#shared/ui/page.tsx";
import classes from "./live-video.module.css";
import { VideoPoster } from "./video-poster.tsx";

/** The site's live video, where the operator has set one. Nothing of it is loaded before the visitor starts it. */
export function LiveVideo() {
  const address = useSite()?.liveVideo;
  const { language } = useFormat();
  if (!address) return null;
  const url = address.replaceAll("{lang}", language);
  // Another address is another video, which is not started yet.
  return <Video key={url} url={url} />;
}

function Video({ url }: { url: string }) {
  const { t } = useTranslation("main");
  const [started, setStarted] = useState(false);
  const refused = useRefusedFrame(url);
  const runs = started && !refused;
  return (
    <Panel
      title={t("video.title")}
      aside={
        runs && (
          <Button variant="ghost" size="sm" autoFocus onClick={() => setStarted(false)}>
            {t("video.stop")}
          </Button>
        )
      }
    >
      <div className={classes.screen}>
        {runs ? (
          <iframe
            className={classes.frame}
            src={url}
            title={t("video.title")}
            allow="fullscreen; autoplay"
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-same-origin"
          />
        ) : (
          <>
            <VideoPoster />
            <div className={classes.over}>
              {refused ? (
                <p role="status">{t("video.refused")}</p>
              ) : (
                <>
                  <Button icon={<Icon name="play" />} onClick={() => setStarted(true)}>
                    {t("video.start")}
                  </Button>
                  <p>{t("video.text")}</p>
                </>
              )}
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
