import { z } from 'zod';
import { FORUM_TEMPLATE_NAMES } from '../forum-templates.ts';
import { PROVIDER_PROBLEMS, SETUP_STEP_STATES, SETUP_STEPS } from '../setup-steps.ts';
import { int, namedObject } from './field-types.ts';

/* The first run of a forum. */

/** From the address that the server prints while the forum has no administrator. */
export const ClaimForumWire = namedObject('ClaimForum', {
  secret: z.string().regex(/^[\w-]{43}$/),
});

export const SetupWire = namedObject('Setup', {
  steps: z.array(z.object({ name: z.enum(SETUP_STEPS), state: z.enum(SETUP_STEP_STATES) })),
  /** The login provider, without secrets. */
  provider: z.object({
    /** '' for the built-in provider. */
    issuer: z.string(),
    client_id: z.string(),
    has_secret: z.boolean(),
    /** To be registered at the provider. */
    redirect_urls: z.array(z.string()),
    logout_url: z.string(),
  }),
  mail: z.boolean(),
  forums: int,
});
export type SetupWire = z.infer<typeof SetupWire>;

export const SkipStepWire = namedObject('SkipStep', { skipped: z.boolean() });

export const ProviderTrialWire = z
  .object({
    problems: z.array(
      z.object({
        code: z.enum(PROVIDER_PROBLEMS),
        /** The problem's address, name or value. */
        detail: z.string(),
      }),
    ),
    /** Number of signing keys; 0 if unreadable. */
    keys: int,
  })
  .meta({
    id: 'ProviderTrial',
    description: 'Without problems, people can log in with this provider',
  });
export type ProviderTrialWire = z.infer<typeof ProviderTrialWire>;

export const CreateForumsWire = namedObject('CreateForums', {
  template: z.enum(FORUM_TEMPLATE_NAMES),
});
export const CreatedForumsWire = namedObject('CreatedForums', { sections: int, forums: int });
export type CreatedForumsWire = z.infer<typeof CreatedForumsWire>;
