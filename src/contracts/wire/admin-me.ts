import { z } from 'zod';
import { CONTENT_STATES } from '../admin-choices.ts';
import { int, namedObject } from './field-types.ts';

/** Worst first: files can't be written; invalidations are delayed too long. */
export const PUBLISHING_PROBLEMS = ['storage', 'stalled'] as const;
export type PublishingProblem = (typeof PUBLISHING_PROBLEMS)[number];

export const AdminMeWire = z
  .object({
    id: int,
    nickname: z.string(),
    avatar: z.string(),
    address: z.string(),
    group: z.object({ name: z.string(), name_en: z.string() }),
    time_zone: z.string(),
    fresh_until: z.string().nullable(),
    counts: z.record(z.string(), int),
    troubles: z.array(z.enum(PUBLISHING_PROBLEMS)),
    mail: z.boolean(),
  })
  .meta({
    id: 'AdminMe',
    description:
      '`address`: the caller’s email address, empty without one. `counts`: pending items by screen. `fresh_until`: when actions that grant rights need another login; null if the login time is unknown. `troubles`: problems that prevent publishing. `mail`: whether the community sends mail',
  });
export type AdminMeWire = z.infer<typeof AdminMeWire>;

export const QuickSearchReplyWire = namedObject('Found', {
  users: z.array(z.object({ id: int, nickname: z.string(), avatar: z.string() })),
  threads: z.array(z.object({ id: int, subject: z.string(), state: z.enum(CONTENT_STATES) })),
  forums: z.array(z.object({ id: int, name: z.string(), name_en: z.string() })),
});
export type QuickSearchReplyWire = z.infer<typeof QuickSearchReplyWire>;
