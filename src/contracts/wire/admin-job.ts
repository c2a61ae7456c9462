import { z } from 'zod';
import { JOB_KINDS, JOB_STATES } from '../jobs.ts';
import { int } from './field-types.ts';

export const JobWire = z
  .object({
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
  })
  .meta({ id: 'Job' });
export type JobWire = z.infer<typeof JobWire>;

export const JobItemWire = z
  .object({ n: int, detail: z.record(z.string(), z.unknown()) })
  .meta({ id: 'JobItem' });
export type JobItemWire = z.infer<typeof JobItemWire>;

/** What a call that starts a job answers. */
export const JobStartedWire = z.object({ job: int }).meta({ id: 'JobStarted' });
export type JobStartedWire = z.infer<typeof JobStartedWire>;
