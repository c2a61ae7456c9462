/** The `accept` attribute of file fields that take pictures: media types, comma-separated. */
export const ACCEPTED_PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

export const isPicture = (file: File): boolean =>
  file.type.startsWith('image/') || /\.(hei[cf]|svg|png|jpe?g|gif|webp|avif)$/i.test(file.name);
