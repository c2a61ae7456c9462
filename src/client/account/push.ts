import { PUSH_WORKER_SCOPE } from '#contracts/pushing.ts';
import type { EditPushSettingsWire, PushSettingsWire } from '#contracts/wire/push.ts';
import { PUSH_WORKER_PATH } from '#contracts/worker-paths.ts';
import { readerTimeZone } from '#i18n/format.ts';
import { call } from '../core/api.ts';

/* Push in this browser, and what the reader's browsers are pushed. */

/** blocked: the reader has forbidden it in the browser's settings. */
export type PushState = 'blocked' | 'off' | 'on';

const rules = { createScriptURL: () => PUSH_WORKER_PATH };
const workerPolicy = globalThis.trustedTypes?.createPolicy('push-worker', rules) ?? rules;

/** Asked before anything is drawn: browsers that can't show no part of it. */
const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  (await navigator.serviceWorker.getRegistrations()).find(({ scope }) =>
    scope.endsWith(PUSH_WORKER_SCOPE),
  );

/** How it is in this browser, which the server may have forgotten, as after logging out. */
async function readPushState({ browsers }: PushSettingsWire): Promise<PushState> {
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  return subscription && browsers.some(({ current }) => current) ? 'on' : 'off';
}

/** How push is in this browser, with what is set. */
export interface PushView {
  settings: PushSettingsWire;
  state: PushState;
}
const viewOf = async (settings: PushSettingsWire): Promise<PushView> => ({
  settings,
  state: await readPushState(settings),
});

/** null: this browser can't. Throws Failure. */
export const loadPush = async (): Promise<PushView | null> =>
  canPush() ? viewOf((await call('GET /v2/user/push')).data) : null;

/** Throws Failure. */
export const savePushSettings = async (changes: EditPushSettingsWire): Promise<PushSettingsWire> =>
  (await call('PUT /v2/user/push', { body: { ...changes } })).data;

/** Resolves when the worker runs: only then the browser subscribes it. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(workerPolicy.createScriptURL(''), {
    scope: PUSH_WORKER_SCOPE,
  });
  const worker = registration.installing ?? registration.waiting;
  if (!registration.active && worker)
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated' || worker.state === 'redundant') resolve();
      });
    });
  return registration;
}

/** Of a key in base64url. */
const toBytes = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));

/**
 * Asks for the permission and switches push on in this browser. It stays off when the permission
 * isn't given, or the browser's push service can't be reached. Throws Failure.
 */
export async function switchPushOn(
  settings: PushSettingsWire,
  isPhone: boolean,
): Promise<PushView> {
  if ((await Notification.requestPermission()) !== 'granted') return viewOf(settings);
  const { pushManager } = await startWorker();
  // One that was made for another key, of a forum that was set up anew, can't be used any more.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(settings.public_key) })
    .catch(() => undefined);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return viewOf(settings);
  const { data } = await call('POST /v2/user/push/browsers', {
    body: {
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      phone: isPhone,
      time_zone: readerTimeZone(),
    },
  });
  return viewOf(data);
}

/** Switches push off in one of the reader's browsers. Throws Failure. */
export const removePushBrowser = async (id: number): Promise<PushSettingsWire> =>
  (await call('DELETE /v2/user/push/browsers', { query: { id } })).data;

/** Switches push off in this browser, and ends its worker. Throws Failure. */
export async function switchPushOff(settings: PushSettingsWire): Promise<PushView> {
  const own = settings.browsers.find(({ current }) => current);
  const now = own ? await removePushBrowser(own.id) : settings;
  const registration = await findRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
  return viewOf(now);
}

/** Closes the messages that this browser shows: their reader has come to read. */
export async function closePushMessages(): Promise<void> {
  if (!canPush()) return;
  for (const shown of (await (await findRegistration())?.getNotifications()) ?? []) shown.close();
}
