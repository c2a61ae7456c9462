/** The phone's service worker, at the address where browsers look for a newer one. */
const PHONE_WORKER_PATH = '/phone-sw.js';
/** The worker that shows push messages. */
export const PUSH_WORKER_PATH = '/push-sw.js';
/** The worker that sends what was written while the API was down. */
export const OUTBOX_WORKER_PATH = '/outbox-sw.js';
/** Files that browsers look for anew. */
export const SERVICE_WORKER_PATHS: readonly string[] = [
  PHONE_WORKER_PATH,
  PUSH_WORKER_PATH,
  OUTBOX_WORKER_PATH,
];
