import { hashSecret, randomSecret } from '#auth/secret.ts';
import { adminPath } from '#contracts/admin.ts';
import { CLAIM_STATE, EMPTY_START_STATE } from '#db/site-state-names.ts';
import { administratorExistsSql } from '#domain/setup/administrator-sql.ts';
import type { Env } from '#platform/env.ts';
import { withClient } from '../cli/with-client.ts';

export interface ClaimAddress {
  startedEmpty: boolean;
  /** Where the first administrator begins; undefined while there is one. */
  address?: string;
}

/**
 * Gives a forum that was started empty, and has no administrator, a new secret, and returns the
 * address that has it. The one of an earlier start doesn't work any more: only hashes are kept. It
 * is behind `#`, which browsers don't send, so no log of requests has it.
 */
export async function createClaimAddress(databaseUrl: string, env: Env): Promise<ClaimAddress> {
  return withClient(databaseUrl, { name: 'forum start' }, async (client) => {
    const {
      rows: [found],
    } = await client.query<{ empty: boolean; administrator: boolean }>(`
      select
        exists (select from site_state where name = '${EMPTY_START_STATE}') as empty,
        ${administratorExistsSql(env)} as administrator`);
    if (!found?.empty) return { startedEmpty: false };
    if (found.administrator) return { startedEmpty: true };
    const secret = randomSecret();
    await client.query(
      `
        insert into site_state (name, value)
        values ('${CLAIM_STATE}', to_jsonb($1::text))
        on conflict (name) do update set value = excluded.value, updated_at = now()`,
      [hashSecret(secret)],
    );
    return { startedEmpty: true, address: `${env.SITE_URL}${adminPath('setup')}#${secret}` };
  });
}
