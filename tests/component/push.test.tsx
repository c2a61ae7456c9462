import { expect, test, vi } from 'vitest';
import { switchPushOn } from '#client/account/push.ts';
import { MAIL_NOTICES } from '#contracts/mailing.ts';
import type { PushSettingsWire } from '#contracts/wire/push.ts';
import { answerCalls, callsOf } from '../support/answered-calls.ts';

/* Push in a browser that already has a subscription. */

const SETTINGS: PushSettingsWire = {
  public_key: 'AQID',
  notices: Object.fromEntries(
    MAIL_NOTICES.map((kind) => [kind, true]),
  ) as PushSettingsWire['notices'],
  quiet: null,
  time_zone: 'Asia/Shanghai',
  browsers: [],
};

/** A browser with a subscription by another key that refuses a second one. */
function subscribedBrowser() {
  let subscribed = true;
  const registration = {
    scope: '/push/',
    active: {},
    pushManager: {
      getSubscription: async () =>
        subscribed
          ? {
              unsubscribe: () =>
                new Promise<void>((end) => setImmediate(() => end())).then(() => {
                  subscribed = false;
                }),
            }
          : null,
      subscribe: async () => {
        if (subscribed) throw new DOMException('another key', 'InvalidStateError');
        subscribed = true;
        return {
          toJSON: () => ({
            endpoint: 'https://push.example/1',
            keys: { p256dh: 'a'.repeat(87), auth: 'b'.repeat(22) },
          }),
        };
      },
    },
  };
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: async () => 'granted',
  });
  vi.stubGlobal('navigator', {
    ...navigator,
    language: 'zh',
    serviceWorker: {
      register: async () => registration,
      getRegistrations: async () => [registration],
    },
  });
}

test('[R30] a browser that subscribed with another key of the forum is subscribed again', async () => {
  subscribedBrowser();
  answerCalls({ 'POST /v2/user/push/browsers': () => ({ code: 0, msg: '', data: SETTINGS }) });
  await switchPushOn(SETTINGS, false);
  expect(callsOf('POST /v2/user/push/browsers').map(({ body }) => body.endpoint)).toEqual([
    'https://push.example/1',
  ]);
});
