/** CSS pixels of the guide's pictures; `npm run screens -- --guide` takes them. */
export const GUIDE_PICTURE_SIZE = { width: 1280, height: 800 } as const;
/** Folder of the pictures, named NAME.LANGUAGE.webp. */
export const GUIDE_PICTURES_PATH = '/assets/guide';
