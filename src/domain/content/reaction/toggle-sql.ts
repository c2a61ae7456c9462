import { INVALIDATION_CHANNEL, urgency } from '#outbox/invalidation.ts';
import { isReadableThreadSql } from '../../shared/visibility.ts';

/*
 * One statement toggles a like or favourite: row, counters, invalidation and, for likes, the
 * notification. Of two racing clicks, the second waits for the target's lock and then sees the
 * first's result.
 */

export interface ToggleParams {
  userId: number;
  /** Thread, reply or forum. */
  id: number;
  reader: number | null;
}

interface Toggle {
  /** Table of reactions, and its column for the target. */
  table: string;
  column: string;
  /** SQL that locks the target and returns its id; no row if the viewer may not react. */
  lockTarget: string;
  /** SQL: whether the reaction exists afterwards. Without it the state is toggled. */
  on?: string;
  /** CTEs that use `step.by` (1: added, -1: removed); `changed` returns the target's counter. */
  effects: { changed: string } & Record<string, string>;
  /** CTEs that notify the author. */
  notify?: readonly string[];
  state: 'liked' | 'favourite';
  counter: string;
}

export const LOCK_THREAD = `
  select t.id
  from thread t
  join forum f on f.id = t.forum_id
  where t.id = :id and ${isReadableThreadSql('t', 'f', ':reader')}
  for update of t`;

const COUNT_STEP = `
  select (select count(*) from added)::int - (select count(*) from removed)::int as by`;

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
  where ${on ?? 'not exists (select from removed)'}
  on conflict do nothing
  returning 1`;

/** SQL: invalidates pages by a tag, an SQL expression on `changed`. */
export const invalidateCountsSql = (tag: string): string => `
  insert into invalidation (tag, urgency)
  select ${tag}, ${urgency.counts}
  from changed`;

export const toggleSql = ({
  lockTarget,
  effects,
  notify = [],
  state,
  counter,
  ...reactions
}: Toggle): string => `
  with target as (${lockTarget}),
  removed as (${deleteReactionSql(reactions)}),
  added as (${insertReactionSql(reactions)}),
  step as materialized (${COUNT_STEP}),
  ${[...Object.entries(effects).map(([name, sql]) => `${name} as (${sql})`), ...notify].join(',\n')}
  select
    ${reactions.on ?? 'exists (select from added)'} as ${state},
    ${counter} as count,
    notify_after_commit('${INVALIDATION_CHANNEL}', '${urgency.counts}')
  from changed`;
