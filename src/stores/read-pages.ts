/** Where the phone's worker puts what was read: views/phone/worker/kept.ts. */
const READ = ['phone-pages', 'phone-pictures'];

/** Removes what this browser keeps of what somebody has read. */
export async function forgetRead(): Promise<void> {
  // Browsers have no such caches without https.
  if ('caches' in globalThis) await Promise.all(READ.map((name) => caches.delete(name)));
}
