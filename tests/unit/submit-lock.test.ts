import { beforeEach, expect, test } from 'vitest';
import { createSubmitLock } from '#client/composer/submit-lock.ts';

let now = 0;
let lock: ReturnType<typeof createSubmitLock>;
beforeEach(() => {
  now = 0;
  lock = createSubmitLock(undefined, () => now);
});

test('[R15] clicks within 100 ms send once', () => {
  let sent = 0;
  for (now of [0, 50, 100]) void lock.run(() => new Promise(() => sent++));
  expect(sent).toBe(1);
});

test('[R15] a click within 200 ms after an answer sends nothing', async () => {
  await lock.run(async () => 'sent');
  now = 199;
  expect(await lock.run(async () => 'again')).toBeUndefined();
});

test('[R15] a click 200 ms after an answer sends', async () => {
  await lock.run(async () => 'sent');
  now = 200;
  expect(await lock.run(async () => 'again')).toBe('again');
});

test('[R15] an error answer ends the wait too', async () => {
  await expect(lock.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  now = 200;
  expect(await lock.run(async () => 'sent')).toBe('sent');
});
