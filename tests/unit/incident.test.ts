import { expect, test } from 'vitest';
import { createIncident } from '#platform/incident.ts';
import { createLog } from '#platform/log.ts';

test('[ops] a persistent failure is retried after half a second, then ever later, up to half a minute', () => {
  const incident = createIncident(createLog('silent'), 'disk');
  const pauses = () => Array.from({ length: 9 }, () => incident.recordFailure(new Error('full')));
  const doubled = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000];
  expect(pauses()).toEqual(doubled);
  incident.recordSuccess();
  expect(incident.remainingPauseMs).toBe(0);
  expect(pauses()).toEqual(doubled);
});
