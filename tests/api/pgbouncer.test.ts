import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireSessions } from '../../scripts/start/require-sessions.ts';
import { runDoctor } from '../support/doctor.ts';
import { isPgbouncerMissing, startPgbouncer } from '../support/pgbouncer.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Poolers between the forum and PostgreSQL. */

const { url } = await emptyDatabase();
const folder = temporaryFolder('pgbouncer');
const IGNORED =
  'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits';
const startIn = (pool_mode: string, settings: Record<string, string> = {}) =>
  startPgbouncer(join(folder, pool_mode), url, {
    pool_mode,
    ignore_startup_parameters: IGNORED,
    ...settings,
  });
const judge = (address: string) =>
  requireSessions('DATABASE_URL', address).then(
    () => 'accepted',
    ({ name, message }: Error) => `${name}: ${message}`,
  );

describe.skipIf(isPgbouncerMissing())('a pooler', () => {
  test('[ops] in transaction mode is refused in a sentence', async () => {
    expect(await judge(await startIn('transaction'))).toMatch(
      /^ConfigError: DATABASE_URL: the pooler there shares sessions/,
    );
  });

  test('[ops] with one connection is refused, too', async () => {
    expect(await judge(await startIn('transaction', { default_pool_size: '1' }))).toMatch(
      /^ConfigError: DATABASE_URL: the pooler there shares sessions/,
    );
  });

  test('[ops] in statement mode is refused in a sentence', async () => {
    expect(await judge(await startIn('statement'))).toMatch(
      /^ConfigError: DATABASE_URL: the pooler there shares sessions/,
    );
  });

  test('[ops] that refuses the connection settings is refused in a sentence', async () => {
    const address = await startIn('session', { ignore_startup_parameters: 'extra_float_digits' });
    expect(await judge(address)).toMatch(
      /^ConfigError: DATABASE_URL: the pooler there refuses the forum’s connection settings \(.*startup parameter/,
    );
  });

  describe('in session mode', () => {
    let address: string;
    beforeAll(async () => {
      address = await startIn('session');
    });

    test('[ops] is accepted', async () => {
      expect(await judge(address)).toBe('accepted');
    });

    test('[ops] makes the doctor name the limits that are lost', async () => {
      const { find } = await runDoctor({ DATABASE_URL: address, DATA_DIR: folder });
      expect(find('database.limits')).toMatchObject({
        finding: 'warning',
        sentence: expect.stringContaining('lock_timeout of requests'),
      });
    });
  });
});

test('[ops] PostgreSQL itself is accepted', async () => {
  expect(await judge(url)).toBe('accepted');
});
