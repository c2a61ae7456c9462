import { z } from 'zod';
import { LANGS } from '#contracts/language.ts';
import rows from './people.json' with { type: 'json' };

const person = z.strictObject({
  /** How content files name the person. */
  handle: z.string(),
  nickname: z.string(),
  /** Credits decide the level, see levels in community.ts. */
  credits: z.int(),
  group: z.enum(['super', 'admin', 'official', 'moderator', 'member']).optional(),
  /** What the person writes in, mostly. */
  lang: z.enum(LANGS),
  desc: z.string(),
  /** Coloured labels beside the name on the person's page. */
  tags: z.array(z.string()).optional(),
  /** Years since joining. */
  years: z.number().optional(),
  /** Forums that the person moderates, by slug. */
  moderates: z.array(z.string()).optional(),
  banned: z.strictObject({ reason: z.string(), hideContent: z.boolean() }).optional(),
});

export type Person = z.infer<typeof person>;

/** The people of the demo community, as people.json lists them. */
export const people: Person[] = z.array(person).parse(rows);

/** Their ids, by handle: they follow the order of the list, from 10000. */
export const userIds: ReadonlyMap<string, number> = new Map(
  people.map(({ handle }, index) => [handle, 10_000 + index]),
);
/** The id of a person. Throws where nobody has the handle. */
export function userIdOf(handle: string): number {
  const id = userIds.get(handle);
  if (id === undefined) throw new Error(`people.json has no ${handle}`);
  return id;
}
