import { sql } from 'drizzle-orm';
import type { SignInEvent, SignInRefusal } from '#contracts/sign-in-events.ts';
import * as schema from '#db/schema/index.ts';
import { insertInChunks } from '../insert-in-chunks.ts';
import { people, userIdOf } from '../people.ts';
import { newcomers } from './newcomers.ts';
import { memberIdOf, OPERATION_DAYS, type OperationsSeed } from './operations-seed.ts';

const USER_AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
];
/** Networks reserved for documentation. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];

type Row = typeof schema.signIn.$inferInsert;

/** A month of sign-ins, in proportion to posts. */
export async function seedSignIns(seed: OperationsSeed): Promise<void> {
  const rows: Row[] = [];
  const begin = seed.hoursAgo(OPERATION_DAYS * 24);
  const add = (
    userId: number | null,
    at: Date,
    event: SignInEvent,
    more: { kind?: 'site' | 'admin'; reason?: SignInRefusal; seat?: number } = {},
  ) => {
    const { kind = 'site', reason = '', seat = userId ?? Math.floor(seed.random() * 200) } = more;
    rows.push({
      userId,
      kind,
      event,
      reason,
      ip: `${NETWORKS[seat % NETWORKS.length]}.${1 + (seat % 250)}`,
      userAgent: USER_AGENTS[(seat + (seed.random() < 0.2 ? 1 : 0)) % USER_AGENTS.length] as string,
      createdAt: at,
    });
  };
  for (const { handle, credits } of people) {
    const userId = userIdOf(handle);
    const times = 2 + Math.round(seed.random() * 3 + Math.min(6, credits / 1_500));
    for (let n = 0; n < times; n++) {
      const at = seed.between(begin, seed.now);
      add(userId, at, seed.random() < 0.1 ? 'again' : 'login');
      if (seed.random() < 0.15) add(userId, seed.between(at, seed.now), 'logout');
    }
  }
  for (const { handle, days } of newcomers)
    add(memberIdOf(handle), seed.hoursAgo(days * 24), 'login');
  for (const handle of ['ruogu', 'jonas'])
    for (let day = 0; day < 12; day++)
      add(userIdOf(handle), seed.between(begin, seed.now), 'login', { kind: 'admin' });
  const reasons: readonly SignInRefusal[] = ['attempt', 'provider', 'person', 'attempt'];
  for (let n = 0; n < 14; n++)
    add(null, seed.between(begin, seed.now), 'refused', { reason: seed.pick(reasons) });
  add(userIdOf('nahan'), seed.hoursAgo(40), 'refused', { kind: 'admin', reason: 'rank' });
  rows.sort((a, b) => Number(a.createdAt) - Number(b.createdAt));
  await insertInChunks(rows, (chunk) => seed.tx.insert(schema.signIn).values(chunk));
  await seed.tx.execute(
    sql`
      update "user" u
      set login_at = s.at, login_ip = s.ip
      from (
        select distinct on (user_id) user_id, created_at as at, ip
        from sign_in
        where event in ('login', 'again') and user_id is not null
        order by user_id, id desc
      ) s
      where s.user_id = u.id`,
  );
}
