import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';

/** Priority and gathering of invalidations: decisions/outbox.md. */
export const urgency = { takedown: 0, moderation: 1, post: 2, list: 3, counts: 4 } as const;
export type Urgency = (typeof urgency)[keyof typeof urgency];

export interface Invalidation {
  tag: string;
  urgency: Urgency;
}

export const toInvalidations = (level: Urgency, ...tags: string[]): Invalidation[] =>
  tags.map((tag) => ({ tag, urgency: level }));

export const INVALIDATION_CHANNEL = 'invalidation';

const insertInvalidations = statement<
  unknown,
  { tags: readonly string[]; levels: readonly number[]; wakes: string }
>(`
  with added as (
    insert into invalidation (tag, urgency)
    select *
    from unnest(:tags::text[], :levels::smallint[])
  )
  select notify_after_commit('${INVALIDATION_CHANNEL}', :wakes)`);

const notifyInvalidated = statement<unknown, { wakes: string }>(
  `select pg_notify('${INVALIDATION_CHANNEL}', :wakes)`,
);

/** Notifies all processes of invalidations of these kinds. */
export async function announceInvalidations(db: Db, levels: readonly Urgency[]): Promise<void> {
  await notifyInvalidated(db, { wakes: levels.join() });
}

/** Invalidates the pages with these tags, on the commit of the writer's transaction. */
export async function invalidate(
  tx: Db | Runner,
  invalidations: readonly Invalidation[],
): Promise<void> {
  if (invalidations.length === 0) return;
  const urgencies = invalidations.map((invalidation) => invalidation.urgency);
  await insertInvalidations(toRunner(tx), {
    tags: invalidations.map((invalidation) => invalidation.tag),
    levels: urgencies,
    wakes: [...new Set(urgencies)].join(),
  });
}
