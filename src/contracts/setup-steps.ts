import type { ConfigName } from './config-entries.ts';

/* The first run of a forum: who administers it, and what they set up. */

/** Subjects of people whom the built-in provider made; it can't log others in. */
export const LOCAL_SUBJECT_PREFIX = 'local:';

interface SetupStepEntry {
  /** The step is the form of this entry of the configuration, and done once that was saved. */
  config?: ConfigName;
}

/**
 * The steps of the setup, in their order. The name of one that isn't a form of the configuration
 * is a text below `admin.setup.step`.
 */
export const SETUP_STEP_ENTRIES = {
  brand: { config: 'brand' },
  provider: {},
  mail: {},
  forums: {},
  notify: { config: 'notify' },
} as const satisfies Record<string, SetupStepEntry>;
export type SetupStep = keyof typeof SETUP_STEP_ENTRIES;
export const SETUP_STEPS = Object.keys(SETUP_STEP_ENTRIES) as [SetupStep, ...SetupStep[]];
/** The entry of the configuration whose form a step is; undefined for the others. */
export const setupConfigOf = (step: SetupStep): ConfigName | undefined =>
  (SETUP_STEP_ENTRIES[step] as SetupStepEntry).config;

export const SETUP_STEP_STATES = ['open', 'done', 'skipped'] as const;
export type SetupStepState = (typeof SETUP_STEP_STATES)[number];

/** What can be wrong with a provider of logins. */
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
