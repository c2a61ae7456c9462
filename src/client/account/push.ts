import { PUSH_WORKER_SCOPE } from '#contracts/pushing.ts';
import type { EditPushSettingsWire, PushSettingsWire } from '#contracts/wire/push.ts';
import { PUSH_WORKER_PATH } from '#contracts/worker-paths.ts';
import { readerTimeZone } from '#i18n/format.ts';
import { call } from '../core/api.ts';

/* Push messages of this browser, and the reader's settings for them. */

/** blocked: forbidden in the browser's settings. */
export type PushState = 'blocked' | 'off' | 'on';

const rules = { createScriptURL: () => PUSH_WORKER_PATH };
const workerPolicy = globalThis.trustedTypes?.createPolicy('push-worker', rules) ?? rules;

/** Checked before drawing: unsupported browsers show no push settings. */
const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  (await navigator.serviceWorker.getRegistrations()).find(({ scope }) =>
    scope.endsWith(PUSH_WORKER_SCOPE),
  );

/** This browser's state, which the server may not know, as after a logout. */
async function readPushState({ browsers }: PushSettingsWire): Promise<PushState> {
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  return subscription && browsers.some(({ current }) => current) ? 'on' : 'off';
}

export interface PushView {
  settings: PushSettingsWire;
  state: PushState;
}
const viewOf = async (settings: PushSettingsWire): Promise<PushView> => ({
  settings,
  state: await readPushState(settings),
});

/** null: unsupported by this browser. Throws Failure. */
export const loadPush = async (): Promise<PushView | null> =>
  canPush() ? viewOf((await call('GET /v2/user/push')).data) : null;

/** Throws Failure. */
export const savePushSettings = async (changes: EditPushSettingsWire): Promise<PushSettingsWire> =>
  (await call('PUT /v2/user/push', { body: { ...changes } })).data;

/** Resolves when the worker is active, which a subscription needs. */
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

/** The key is base64url. */
const toBytes = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));

/** Push remains off without permission, or if the service is unreachable. Throws Failure. */
export async function switchPushOn(
  settings: PushSettingsWire,
  isPhone: boolean,
): Promise<PushView> {
  if ((await Notification.requestPermission()) !== 'granted') return viewOf(settings);
  const { pushManager } = await startWorker();
  // A subscription for another key is unusable, as after the forum was set up again.
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

/** Throws Failure. */
export const removePushBrowser = async (id: number): Promise<PushSettingsWire> =>
  (await call('DELETE /v2/user/push/browsers', { query: { id } })).data;

/** Throws Failure. */
export async function switchPushOff(settings: PushSettingsWire): Promise<PushView> {
  const own = settings.browsers.find(({ current }) => current);
  const now = own ? await removePushBrowser(own.id) : settings;
  const registration = await findRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
  return viewOf(now);
}

/** Closes shown messages when the reader opens the site. */
export async function closePushMessages(): Promise<void> {
  if (!canPush()) return;
  for (const shown of (await (await findRegistration())?.getNotifications()) ?? []) shown.close();
}
