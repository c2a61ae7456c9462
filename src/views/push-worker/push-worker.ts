import type { PushMessage } from '#contracts/pushing.ts';

/*
 * Service worker that shows push messages on both sites, for members who enabled push. No page is
 * in its scope, so it can't affect requests. astro.config.mjs builds it as /push-sw.js, one file:
 * it imports only types.
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}
interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface WorkerScope {
  readonly location: Location;
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    getNotifications(): Promise<Notification[]>;
  };
  readonly clients: {
    matchAll(options: {
      type: 'window';
      includeUncontrolled: boolean;
    }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}
const worker = self as unknown as WorkerScope;

const ICON = '/assets/app/icon-192.png';
/** The tag of a message that sums up several. */
const SUMMARY_TAG = 'summary';

/** Replaces the last message with the same tag, and closes messages that were read since. */
async function show({ title, body, path, tag, unread }: PushMessage): Promise<void> {
  await worker.registration.showNotification(title, { body, tag, icon: ICON, data: { path } });
  if (!unread) return;
  for (const shown of await worker.registration.getNotifications())
    if (shown.tag !== tag && shown.tag !== SUMMARY_TAG && !unread.includes(shown.tag))
      shown.close();
}

/** Focuses the window that shows the address, or opens one. */
async function open(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((one) => one.url === url.href);
  await (open ? open.focus() : worker.clients.openWindow(url.href));
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('push', (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (message) event.waitUntil(show(message));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data as Pick<PushMessage, 'path'>;
  event.waitUntil(open(path));
});
