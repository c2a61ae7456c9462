import { hashSecret, randomSecret } from '#auth/secret.ts';
import { adminPath } from '#contracts/admin.ts';
import { CLAIM_STATE, EMPTY_START_STATE } from '#db/site-state-names.ts';
import { administratorExistsSql } from '#domain/operations/setup/administrator-sql.ts';
import type { Env } from '#platform/env.ts';
import { withClient } from '../cli/with-client.ts';

export interface ClaimAddress {
  startedEmpty: boolean;
  /** Where to create the first administrator; undefined if there is one. */
  address?: string;
}

/**
 * Creates a new secret address for a forum without administrators. It invalidates the former one;
 * only hashes are stored. The secret is after `#`, so no request log has it.
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
