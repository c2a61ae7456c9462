/** The phone's service worker; browsers check this address for updates. */
const PHONE_WORKER_PATH = '/phone-sw.js';
export const PUSH_WORKER_PATH = '/push-sw.js';
export const OUTBOX_WORKER_PATH = '/outbox-sw.js';
/** Browsers check these for updates. */
export const SERVICE_WORKER_PATHS: readonly string[] = [
  PHONE_WORKER_PATH,
  PUSH_WORKER_PATH,
  OUTBOX_WORKER_PATH,
];
