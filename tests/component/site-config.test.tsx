import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';

/* The allowed hosts of frames: islands show users' HTML only after loading them. */

const FRAME = '<p>一</p><iframe src="https://www.youtube.com/embed/x"></iframe>';
const loadFresh = async () => (await import('#client/core/sanitize.ts')).loadSanitizer();

beforeEach(() => vi.resetModules());

test('[R6] a forum that stores no frame hosts shows messages without frames', async () => {
  answerCalls({ 'GET /v2/public/config/{name}': () => refusal('notFound') });
  const sanitize = await loadFresh();
  expect(String(sanitize(FRAME))).toBe('<p>一</p>');
  expect(callsOf('GET /v2/public/config/{name}')).toHaveLength(1);
});

test('[R6] frame hosts that cannot be loaded are asked for at growing intervals', async () => {
  vi.useFakeTimers();
  answerCalls({
    'GET /v2/public/config/{name}': () => refusal('internal'),
    'GET /v1/login/is_login': () => refusal('unauthenticated'),
  });
  void loadFresh();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  const asked = callsOf('GET /v2/public/config/{name}').length;
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(40); // 15 s apart in the end; every second would be 300
});
