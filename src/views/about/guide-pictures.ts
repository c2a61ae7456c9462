/** CSS pixels of every picture of the guide; `npm run screens -- --guide` takes them. */
export const GUIDE_PICTURE_SIZE = { width: 1280, height: 800 } as const;
/** Where they stand, as NAME.LANGUAGE.webp. */
export const GUIDE_PICTURES_PATH = '/assets/guide';
