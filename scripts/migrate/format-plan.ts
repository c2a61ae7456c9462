import type { Estimate } from './estimate-seconds.ts';
import type { ObservedMigration, ObservedStatement, TableEffect } from './observe-migrations.ts';

/* The plan of pending migrations as text. */

const SECONDS_PER_MINUTE = 60;

function formatSeconds(seconds: number): string {
  if (seconds < 1) return 'under 1 s';
  return seconds < 2 * SECONDS_PER_MINUTE
    ? `about ${Math.ceil(seconds)} s`
    : `about ${Math.ceil(seconds / SECONDS_PER_MINUTE)} minutes`;
}

/** `AccessExclusiveLock` as PostgreSQL's manual writes it: ACCESS EXCLUSIVE. */
const formatLock = (lock: TableEffect['lock']): string =>
  lock
    .replace(/Lock$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();

const ALL_WAIT = 'reading and writing wait';

/** The effect of a lock on others. */
function describeWaiting(lock: TableEffect['lock']): string | undefined {
  if (lock === 'AccessExclusiveLock') return ALL_WAIT;
  return /^(?:Share|ShareRowExclusive|Exclusive)Lock$/.test(lock) ? 'writing waits' : undefined;
}

function describeEffect(effect: TableEffect, seconds: number): string {
  const { table, lock, isRewritten, isRead, changesRows, builtIndexes } = effect;
  const work = [
    isRewritten ? 'rewrites the table' : '',
    changesRows ? 'may change all rows' : '',
    isRead && !isRewritten && !changesRows && builtIndexes === 0 ? 'reads the table' : '',
    builtIndexes > 0 && !isRewritten ? `builds ${builtIndexes === 1 ? 'an index' : 'indexes'}` : '',
  ].filter(Boolean);
  return [`${table}: ${formatLock(lock)}`, ...work, formatSeconds(seconds)].join(', ');
}

const INDEX_IF_MISSING = /^create\s+(unique\s+)?index\s+if\s+not\s+exists\s+/im;

/** An index that is worth building before the migration, which then finds it. */
function adviseIndex({ text, effects }: ObservedStatement, estimate: Estimate): string[] {
  const isSlow = effects.some((effect) => effect.builtIndexes > 0 && estimate(effect) >= 1);
  if (!isSlow || !INDEX_IF_MISSING.test(text)) return [];
  const before = text.replace(INDEX_IF_MISSING, (_, unique: string | undefined) =>
    `create ${unique ?? ''}index concurrently if not exists `.replace(/ {2,}/g, ' '),
  );
  return ['If writing must go on, build the index before the migration:', before];
}

/** A migration is one transaction: each lock is held from its statement to the end. */
function describeMigrationWaits({ statements }: ObservedMigration, estimate: Estimate): string[] {
  const waits = new Map<string, number>();
  for (const { effects } of statements) {
    const seconds = effects.reduce((sum, effect) => sum + estimate(effect), 0);
    for (const { table, lock } of effects) {
      const waiting = describeWaiting(lock);
      const line = `${table}: ${waiting}`;
      if (waiting && !waits.has(line) && !waits.has(`${table}: ${ALL_WAIT}`)) waits.set(line, 0);
    }
    for (const [line, sum] of waits) waits.set(line, sum + seconds);
  }
  return Array.from(waits, ([line, seconds]) => `${line} ${formatSeconds(seconds)}`);
}

const indent = (spaces: number, text: string): string =>
  text.replace(/^(?=.)/gm, ' '.repeat(spaces));

/** Which servers work with the migrated database. */
function describeServers({ migration }: ObservedMigration): string {
  const { needs, contractsAfter, tag } = migration;
  if (needs === 0) return 'an expansion. Servers of earlier versions continue to work.';
  return contractsAfter
    ? `a contraction. Servers of versions since ${contractsAfter} continue to work.`
    : `a contraction. Servers of versions without ${tag} are not ready any more.`;
}

export function formatPlan(migrations: readonly ObservedMigration[], estimate: Estimate): string {
  return migrations
    .map((observed) => {
      const { migration, statements } = observed;
      const waits = describeMigrationWaits(observed, estimate);
      return [
        `${migration.tag}: ${describeServers(observed)}`,
        ...statements.flatMap((statement) => [
          indent(2, statement.text),
          ...(statement.effects.length > 0
            ? statement.effects.map((effect) => describeEffect(effect, estimate(effect)))
            : ['no lock on an existing table']
          ).map((line) => indent(6, line)),
          ...adviseIndex(statement, estimate).map((line) => indent(6, line)),
        ]),
        `  Until ${migration.tag} is committed:`,
        ...(waits.length > 0 ? waits : ['nobody waits']).map((line) => indent(6, line)),
        '',
      ].join('\n');
    })
    .join('\n');
}
