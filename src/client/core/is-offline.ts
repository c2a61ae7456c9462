import { atom, onMount } from 'nanostores';

/** Whether the browser has no network. */
export const $isOffline = atom(false);

onMount($isOffline, () => {
  const follow = () => $isOffline.set(!navigator.onLine);
  follow();
  for (const event of ['online', 'offline']) addEventListener(event, follow);
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, follow);
  };
});
