/**
 * Names of the phone's service worker's caches of read pages; see
 * views/phone/service-worker/page-cache.ts.
 */
const OFFLINE_CACHES = ['phone-pages', 'phone-pictures'];

/** Deletes the pages that this browser has cached for reading offline. */
export async function clearOfflineCaches(): Promise<void> {
  // Browsers have these caches on https only.
  if ('caches' in globalThis) await Promise.all(OFFLINE_CACHES.map((name) => caches.delete(name)));
}
