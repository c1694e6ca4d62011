import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { BannerFace } from "#shared/campaign/banner-face.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { useRotation } from "#shared/ui/use-rotation.ts";
import classes from "./carousel.module.css";

/** How long a slide stays: long enough to read it twice. */
const STAYS_MS = 8_000;

type Banner = Res<"/api/etc/banner">["list"][number];

interface CarouselProps {
  /** The first slide, which is there before any banner is. */
  first: ReactNode;
  banners: Banner[];
  /** Draws the link of a banner. The app passes it, because features do not know the routes. */
  link(to: string, className: string | undefined, content: ReactNode): ReactNode;
}

/**
 * The site's banners after its own first slide. It can be stopped, works with the keyboard, and pauses while the member reads.
 */
export function Carousel({ first, banners, link }: CarouselProps) {
  const { t } = useTranslation("main");
  const rotation = useRotation(banners.length + 1, STAYS_MS);
  // The controls keep their place below the slides of a phone: banners may still be on their way.
  if (banners.length === 0) return <div className={classes.slides}>{first}</div>;
  const slides = [null, ...banners];
  const name = (index: number) => t("banner.position", { at: index + 1, of: slides.length });
  const picture = ({ image, title }: Banner) => <BannerFace image={image} title={title} />;
  return (
    <section
      className={classes.carousel}
      aria-roledescription={t("banner.carousel")}
      aria-label={t("banner.label")}
      onPointerEnter={() => rotation.hold(true)}
      onPointerLeave={() => rotation.hold(false)}
      onFocus={() => rotation.hold(true)}
      onBlur={() => rotation.hold(false)}
    >
      <div className={classes.slides} aria-live={rotation.playing ? "off" : "polite"}>
        {slides.map((banner, index) => {
          const shown = index === rotation.at;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a field set
            <div
              key={banner?.bannerIdx ?? "first"}
              role="group"
              aria-roledescription={t("banner.slide")}
              aria-label={name(index)}
              className={classes.slide}
              data-shown={shown}
              inert={!shown}
            >
              {banner === null ? (
                first
              ) : banner.link === "" ? (
                <div className={classes.banner}>{picture(banner)}</div>
              ) : (
                link(banner.link, classes.banner, picture(banner))
              )}
            </div>
          );
        })}
      </div>
      <div className={classes.controls}>
        <button
          type="button"
          className={classes.control}
          aria-label={rotation.playing ? t("banner.pause") : t("banner.play")}
          onClick={rotation.toggle}
        >
          <Icon name={rotation.playing ? "pause" : "play"} size={18} />
        </button>
        <button
          type="button"
          className={classes.control}
          aria-label={t("banner.previous")}
          onClick={() => rotation.show(rotation.at - 1)}
        >
          <Icon name="back" size={18} />
        </button>
        <span className={classes.dots} aria-hidden="true">
          {slides.map((banner, index) => (
            <span key={banner?.bannerIdx ?? "first"} className={classes.dot} data-shown={index === rotation.at} />
          ))}
        </span>
        <button
          type="button"
          className={classes.control}
          aria-label={t("banner.next")}
          onClick={() => rotation.show(rotation.at + 1)}
        >
          <Icon name="next" size={18} />
        </button>
      </div>
    </section>
  );
}
