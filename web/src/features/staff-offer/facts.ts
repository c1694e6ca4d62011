/** The rules of the server for what the catalogue holds. */
const picture = /^\/art\/[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\.(?:svg|png|webp|jpg)$/;

export const PICTURE_MAX = 200;
export const NAME_MAX = 60;

/** Reports whether this is a path of a picture of our own. */
export const isPicture = (path: string): boolean => picture.test(path.trim());
