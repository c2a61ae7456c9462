import { showToast } from '#client/core/toasts.ts';

/** For the `accept` attribute of file fields: media types, comma-separated. */
export const ACCEPTED_PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

export const isPicture = (file: File): boolean =>
  file.type.startsWith('image/') || /\.(hei[cf]|svg|png|jpe?g|gif|webp|avif)$/i.test(file.name);

/** The pictures among files; a toast says that others can't be added. */
export function pickPictures(files: Iterable<File>): File[] {
  const all = [...files];
  const pictures = all.filter(isPicture);
  if (pictures.length < all.length) showToast({ key: 'composer.onlyPictures', isError: true });
  return pictures;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;

/** Stops the browser from opening files that miss their field. Returns the clean-up function. */
export function preventFileNavigation(): () => void {
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
