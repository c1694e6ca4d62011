import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { pictureOf } from "#shared/campaign/picture.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import own from "./content.module.css";
import { picturesQuery } from "./pictures.ts";

interface PicturePickerProps {
  id: string;
  /** The picture that is chosen now. */
  value: string;
  onPick(image: string): void;
}

/** The pictures that were uploaded before, to be shown again. */
export function PicturePicker({ id, value, onPick }: PicturePickerProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const query = useInfiniteQuery(picturesQuery);
  return (
    <section id={id} className={own.pictureField} aria-label={t("content.picture.choose")}>
      <QueryView query={query} skeleton={<Skeleton height="6rem" radius="var(--radius-m)" />}>
        {({ pages }) => {
          const pictures = pages.flatMap(({ list }) => list);
          if (pictures.length === 0) return <p className={classes.dim}>{t("content.picture.none")}</p>;
          return (
            <ul className={own.pictures}>
              {pictures.map(({ image, width, height, uploadedAt }) => (
                <li key={image}>
                  <button
                    type="button"
                    className={own.pictureButton}
                    aria-pressed={image === value}
                    onClick={() => onPick(image)}
                  >
                    <img
                      {...pictureOf(image, "10rem")}
                      alt={t("content.picture.of", { at: format.dateTime(uploadedAt), width, height })}
                      title={t("content.picture.of", { at: format.dateTime(uploadedAt), width, height })}
                      loading="lazy"
                    />
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
      {query.hasNextPage && (
        <Button variant="quiet" size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("content.picture.more")}
        </Button>
      )}
    </section>
  );
}
