/** Where the phone's worker puts what was read: views/phone/service-worker/page-cache.ts. */
const OFFLINE_CACHES = ['phone-pages', 'phone-pictures'];

/** Removes what this browser keeps of what somebody has read. */
export async function clearOfflineCaches(): Promise<void> {
  // Browsers have no such caches without https.
  if ('caches' in globalThis) await Promise.all(OFFLINE_CACHES.map((name) => caches.delete(name)));
}
