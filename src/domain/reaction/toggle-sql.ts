import { INVALIDATION_CHANNEL, urgency } from '#publish/outbox/invalidation.ts';
import { isReadableThreadSql } from '../visibility.ts';

/*
 * Adding and removing a reaction, a like or a favourite, is one statement: the row, the counters,
 * the invalidation of pages and, for likes, the notification. Of two clicks that race, the second
 * waits for the lock of the target and then finds the row, or finds it gone.
 */

export interface ToggleParams {
  userId: number;
  /** The thread, reply or forum that the reaction is to. */
  id: number;
  /** toReaderGroupId of the viewer. */
  reader: number | null;
}

interface Toggle {
  /** The table of reactions, and its column for the target. */
  table: string;
  column: string;
  /** Locks the target and returns its id; no row when the viewer may not react to it. */
  lockTarget: string;
  /** SQL: whether there is a reaction afterwards. Without it the present state is reversed. */
  on?: string;
  /**
   * Common table expressions by their names, which change what follows from `step.by`: 1 when a
   * reaction was added, -1 when one was removed. `changed` returns the target with its counter.
   */
  effects: { changed: string } & Record<string, string>;
  /** The column of the answer that says whether there is a reaction now. */
  state: 'liked' | 'favourite';
  /** The counter of the target. */
  counter: string;
}

/** Locks a thread that the viewer may react to. */
export const LOCK_THREAD = `
  select t.id
  from thread t
  join forum f on f.id = t.forum_id
  where t.id = :id and ${isReadableThreadSql('t', 'f', ':reader')}
  for update of t`;

const COUNT_STEP = `
  select (select count(*) from added)::int - (select count(*) from gone)::int as by`;

type Reactions = Pick<Toggle, 'table' | 'column' | 'on'>;
const deleteReactionSql = ({ table, column, on }: Reactions): string => `
  delete from ${table}
  using target
  where ${table}.user_id = :userId and ${column} = target.id ${on ? `and not ${on}` : ''}
  returning 1`;
const insertReactionSql = ({ table, column, on }: Reactions): string => `
  insert into ${table} (user_id, ${column})
  select :userId, id
  from target
  where ${on ?? 'not exists (select from gone)'}
  on conflict do nothing
  returning 1`;

/** SQL: invalidates the pages with a tag, an SQL expression on `changed`. */
export const invalidateCountsSql = (tag: string): string => `
  insert into touched_tag (tag, urgency)
  select ${tag}, ${urgency.counts}
  from changed`;

/** SQL of a statement that takes ToggleParams. */
export const toggleSql = ({
  lockTarget,
  effects,
  state,
  counter,
  ...reactions
}: Toggle): string => `
  with target as (${lockTarget}),
  gone as (${deleteReactionSql(reactions)}),
  added as (${insertReactionSql(reactions)}),
  step as materialized (${COUNT_STEP}),
  ${Object.entries(effects)
    .map(([name, sql]) => `${name} as (${sql})`)
    .join(',\n')}
  select
    ${reactions.on ?? 'exists (select from added)'} as ${state},
    ${counter} as count,
    notify_after_commit('${INVALIDATION_CHANNEL}', '${urgency.counts}')
  from changed`;
