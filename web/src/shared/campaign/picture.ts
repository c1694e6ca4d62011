/** An uploaded picture; the api shows it in two sizes. */
const UPLOADED = /^(\/api\/picture\/[0-9a-f]{64})\.jpg$/;
/** The longest sides of the two. */
const [SMALL, LARGE] = [800, 1600];

export const isUploaded = (image: string): boolean => UPLOADED.test(image);

/** The sources of a picture for <img>, as wide as `sizes` says; our own drawings have one. */
export function pictureOf(image: string, sizes: string): { src: string; srcSet?: string; sizes?: string } {
  const small = UPLOADED.exec(image)?.[1];
  return small === undefined
    ? { src: image }
    : { src: image, srcSet: `${small}-small.jpg ${SMALL}w, ${image} ${LARGE}w`, sizes };
}
