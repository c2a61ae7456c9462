import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ADDRESS_RETENTION_DAYS } from '#contracts/limits.ts';
import { clearOldAddresses } from '#domain/operations/clear-addresses.ts';
import { member, thread } from '../support/factories.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

test('[R39] addresses of posts, comments, accounts and sessions are deleted when their retention ends, not earlier; a second run continues where the first one ended', async () => {
  const me = await member(db);
  const { id, replies } = await thread(db, { replies: 3, author: me });
  const [old, older, fresh] = replies;
  await clearOldAddresses(db); // of the demo community
  // the job has reached the first recent rows; these are old, and come after them
  await db.execute(sql`
    update site_state
    set value = (
      select to_jsonb(max(id))
      from post
      where thread_id <> ${id}
    )
    where name = 'addresses.post'`);
  await db.execute(sql`update post set created_ip = '198.51.100.7' where thread_id = ${id}`);
  const setAge = (post: number | undefined, days: number) =>
    db.execute(sql`update post set created_at = ${daysAgo(days)} where id = ${post}`);
  await setAge(older, ADDRESS_RETENTION_DAYS + 30);
  await setAge(old, ADDRESS_RETENTION_DAYS + 1);
  await setAge(fresh, ADDRESS_RETENTION_DAYS - 1);
  await db.execute(sql`
    insert into comment (
      post_id,
      thread_id,
      user_id,
      html,
      source,
      policy,
      content_hash,
      created_ip,
      created_at
    )
    values (
      ${old},
      ${id},
      ${me},
      '',
      '',
      0,
      '',
      '198.51.100.7',
      ${daysAgo(ADDRESS_RETENTION_DAYS + 1)}
    )`);
  await db.execute(sql`
    update "user"
    set
      created_ip = '198.51.100.7',
      login_ip = '198.51.100.7',
      login_at = ${daysAgo(ADDRESS_RETENTION_DAYS - 1)}
    where id = ${me}`);
  await db.execute(sql`
    insert into session (token_hash, user_id, ip, seen_at, expires_at)
    values (${`h${me}`}, ${me}, '198.51.100.7', ${daysAgo(ADDRESS_RETENTION_DAYS + 1)}, now())`);
  const cleared = await clearOldAddresses(db);
  const { rows } = await db.execute<{ what: string }>(sql`
    select 'post ' || floor as what from post where thread_id = ${id} and created_ip <> ''
    union all
    select 'comment' from comment where post_id = ${old} and created_ip <> ''
    union all
    select 'joined' from "user" where id = ${me} and created_ip <> ''
    union all
    select 'login' from "user" where id = ${me} and login_ip <> ''
    union all
    select 'session' from session where user_id = ${me} and ip <> ''
    order by what`);
  expect([cleared, rows.map(({ what }) => what)]).toEqual([5, ['login', 'post 0', 'post 3']]);

  await setAge(fresh, ADDRESS_RETENTION_DAYS + 1);
  expect(await clearOldAddresses(db)).toBe(1);
  expect(await clearOldAddresses(db)).toBe(0);
});
