import { z } from 'zod';
import { JOB_KINDS, JOB_STATES } from '../jobs.ts';
import { int, namedObject } from './field-types.ts';

export const JobWire = namedObject('Job', {
  id: int,
  kind: z.enum(JOB_KINDS),
  state: z.enum(JOB_STATES),
  params: z.record(z.string(), z.unknown()),
  total: int.nullable(),
  done: int,
  found: int,
  error: z.string(),
  cancel_asked: z.boolean(),
  actor: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type JobWire = z.infer<typeof JobWire>;

export const JobItemWire = namedObject('JobItem', {
  n: int,
  detail: z.record(z.string(), z.unknown()),
});
export type JobItemWire = z.infer<typeof JobItemWire>;

export const JobStartedWire = namedObject('JobStarted', { job: int });
