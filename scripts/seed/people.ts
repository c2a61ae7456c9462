import { z } from 'zod';
import { LANGS } from '#contracts/language.ts';
import rows from './people.json' with { type: 'json' };

const person = z.strictObject({
  /** Name of the person in content files. */
  handle: z.string(),
  nickname: z.string(),
  /** They decide the level, see levels in community.ts. */
  credits: z.int(),
  group: z.enum(['super', 'admin', 'official', 'moderator', 'member']).optional(),
  /** Main language of the person's posts. */
  lang: z.enum(LANGS),
  desc: z.string(),
  /** Coloured labels on the person's page. */
  tags: z.array(z.string()).optional(),
  years: z.number().optional(),
  /** Slugs of the forums that the person moderates. */
  moderates: z.array(z.string()).optional(),
  banned: z.strictObject({ reason: z.string(), hideContent: z.boolean() }).optional(),
});

export type Person = z.infer<typeof person>;

export const people: Person[] = z.array(person).parse(rows);

/** Ids by handle, in the order of the list, from 10000. */
export const userIds: ReadonlyMap<string, number> = new Map(
  people.map(({ handle }, index) => [handle, 10_000 + index]),
);
/** Throws for an unknown handle. */
export function userIdOf(handle: string): number {
  const id = userIds.get(handle);
  if (id === undefined) throw new Error(`people.json has no ${handle}`);
  return id;
}
