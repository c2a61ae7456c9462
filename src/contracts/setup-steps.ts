import type { ConfigName } from './config-entries.ts';

/* The first run of a forum: its administrator and setup. */

/** Subjects of the built-in provider's users; it can log in no others. */
export const LOCAL_SUBJECT_PREFIX = 'local:';

interface SetupStepEntry {
  /** The step is this configuration entry's form, and done once it is saved. */
  config?: ConfigName;
}

/** In order. Other steps than forms have a text below `admin.setup.step`. */
export const SETUP_STEP_ENTRIES = {
  brand: { config: 'brand' },
  provider: {},
  mail: {},
  forums: {},
  notify: { config: 'notify' },
} as const satisfies Record<string, SetupStepEntry>;
export type SetupStep = keyof typeof SETUP_STEP_ENTRIES;
export const SETUP_STEPS = Object.keys(SETUP_STEP_ENTRIES) as [SetupStep, ...SetupStep[]];
/** Undefined if the step is no configuration form. */
export const setupConfigOf = (step: SetupStep): ConfigName | undefined =>
  (SETUP_STEP_ENTRIES[step] as SetupStepEntry).config;

export const SETUP_STEP_STATES = ['open', 'done', 'skipped'] as const;
export type SetupStepState = (typeof SETUP_STEP_STATES)[number];

/** Problems of a login provider. */
export const PROVIDER_PROBLEMS = [
  'insecure',
  'unreachable',
  'slow',
  'status',
  'notJson',
  'issuer',
  'endpoint',
  'insecureEndpoint',
  'code',
  'pkce',
  'secret',
  'noSecret',
  'keys',
] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];
