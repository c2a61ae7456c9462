/** Jobs of administrators; each is a key below `admin.job.kind.` in the dictionaries. */
export const JOB_KINDS = [
  'resanitize',
  'screen',
  'publish',
  'publish-all',
  'check',
  'purge',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export const isJobFinished = (state: JobState): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

/** Stored findings of a job; more are only counted. */
export const MAX_JOB_ITEMS = 1_000;
