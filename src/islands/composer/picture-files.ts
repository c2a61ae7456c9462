import { showToast } from '#client/core/toasts.ts';

/** The `accept` attribute of file fields that take pictures: media types, comma-separated. */
export const ACCEPTED_PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

export const isPicture = (file: File): boolean =>
  file.type.startsWith('image/') || /\.(hei[cf]|svg|png|jpe?g|gif|webp|avif)$/i.test(file.name);

/** The pictures among files; that others can't be added is told. */
export function pickPictures(files: Iterable<File>): File[] {
  const all = [...files];
  const pictures = all.filter(isPicture);
  if (pictures.length < all.length) showToast({ key: 'composer.onlyPictures', isError: true });
  return pictures;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;

/**
 * Keeps the page when files are dropped beside a field that takes them: browsers would open them in
 * its place, and what was written would be gone. Returns how to stop it.
 */
export function keepPageOnDrop(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  const listening = new AbortController();
  for (const type of ['dragover', 'drop'] as const)
    document.addEventListener(type, refuse, { signal: listening.signal });
  return () => listening.abort();
}
