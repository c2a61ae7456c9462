import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { userIdOf } from '../../seed/people.ts';
import type { Reader, Samples } from './screen-list.ts';

const MEMBER = userIdOf('linjian');

/** The user of each reader; visitors have none. */
export async function findReaders(db: Db): Promise<Record<Exclude<Reader, 'visitor'>, number>> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from "user" where posts_cnt = 0 order by created_at desc limit 1`,
  );
  return { member: MEMBER, newcomer: rows[0]?.id as number, administrator: userIdOf('ruogu') };
}

/** Content of the demo community for screens. */
export async function findSamples(db: Db): Promise<Samples> {
  const { rows } = await db.execute<Omit<Samples, 'member' | 'bannedMember'>>(
    sql`
      select
        (select id from thread where last_floor > 45 and not closed order by id desc limit 1)
          as "longThread",
        (
          select thread_id
          from poll p
          where
            expires_at > now()
            and not exists (
              select from poll_vote v where v.thread_id = p.thread_id and v.user_id = ${MEMBER}
            )
          order by thread_id desc
          limit 1
        ) as poll,
        (select id from thread where closed and state = 'normal' order by id desc limit 1)
          as "closedThread",
        (
          select id
          from thread
          where user_id = ${MEMBER} and state = 'normal' and not closed
          order by replies_cnt desc
          limit 1
        ) as "ownThread",
        (select id from thread where state = 'hidden' order by id desc limit 1) as "hiddenThread",
        (select max(id) from job where state = 'done' and found > 0) as job`,
  );
  const found = rows[0];
  if (!found || Object.values(found).some((id) => id === null))
    throw new Error('The demo community lacks something that a screen shows.');
  return { ...found, member: MEMBER, bannedMember: userIdOf('nahan') };
}
