import classes from "./banner-face.module.css";
import { pictureOf } from "./picture.ts";

interface BannerFaceProps {
  image: string;
  title: string;
}

/** A banner as readers see it, on a ground that its parent positions. The title is always text: the picture says nothing to those who do not see it. */
export function BannerFace({ image, title }: BannerFaceProps) {
  return (
    <>
      <img
        className={classes.picture}
        {...pictureOf(image, "(max-width: 900px) 100vw, 70rem")}
        alt=""
        decoding="async"
      />
      <span className={classes.title}>{title}</span>
    </>
  );
}
