import { expect, test, vi } from 'vitest';
import { retryUntilLoaded } from '#client/core/wait-until-api-up.ts';

/* A page repeats its calls for data, unless a repetition can't help. */

test('[R18] an attempt that cannot succeed is not made again', async () => {
  const refused = new Error('refused');
  const attempt = vi.fn(() => Promise.reject(refused));
  await expect(retryUntilLoaded(attempt, (error) => error !== refused)).rejects.toBe(refused);
  expect(attempt).toHaveBeenCalledOnce();
});
