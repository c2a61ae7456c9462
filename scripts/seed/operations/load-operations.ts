import { sql } from 'drizzle-orm';
import { appearanceOf } from '#contracts/appearance.ts';
import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { MEMBER_GROUP_ID } from '../load-people.ts';
import { seededRandom } from '../timeline.ts';
import { newcomers } from './newcomers.ts';
import { type Community, memberIdOf, OperationsSeed } from './operations-seed.ts';
import { seedJobs } from './seed-jobs.ts';
import { seedActionLog } from './seed-log.ts';
import {
  seedBookmarks,
  seedDrafts,
  seedLetters,
  seedMailChoices,
  seedReactionNotices,
  seedReading,
  seedWatching,
} from './seed-private.ts';
import { seedBans, seedReports } from './seed-reports.ts';
import { seedReviewQueue, seedWords } from './seed-review.ts';
import { seedSignIns } from './seed-sign-ins.ts';

async function seedNewcomers(seed: OperationsSeed): Promise<void> {
  await seed.tx
    .insert(schema.user)
    .values(
      newcomers.map(({ handle, nickname, lang, days, desc = '' }) => ({
        id: memberIdOf(handle),
        username: handle,
        nickname,
        nameAppearance: appearanceOf(nickname),
        description: desc,
        language: lang,
        groupId: MEMBER_GROUP_ID,
        email: `${handle}@lantu.example`,
        emailChecked: true,
        loginsCnt: 1,
        createdAt: seed.hoursAgo(days * 24),
        updatedAt: seed.hoursAgo(days * 24),
      })),
    );
}

/**
 * Seeds newcomer retention (two of five return): a new forum has no finished weeks.
 * domain/operations/dashboard/count-members.ts continues the series.
 */
async function seedNewcomerWeeks({ tx, now }: OperationsSeed): Promise<void> {
  await tx.execute(
    sql`
      insert into newcomer_week (week, joined, returned, updated_at)
      select
        date_trunc('week', created_at at time zone 'utc'),
        count(*),
        round(count(*) * 0.4),
        (date_trunc('week', created_at at time zone 'utc') + interval '14 days') at time zone 'utc'
      from "user"
      where created_at >= ${now.toISOString()}::timestamptz - interval '50 days'
        and created_at < date_trunc('week', ${now.toISOString()}::timestamptz at time zone 'utc')
          at time zone 'utc' - interval '7 days'
      group by 1`,
  );
}

/**
 * Seeds a month of operation: newcomers, reports, review queue, sensitive words, bans, action log,
 * jobs and sign-ins. Also private messages, drafts, bookmarks, watches and notifications.
 */
export async function loadOperations(tx: Tx, now: Date, community: Community): Promise<void> {
  const seed = new OperationsSeed(tx, now, seededRandom(30), community);
  await seedNewcomers(seed);
  await seedNewcomerWeeks(seed);
  await seedReports(seed);
  await seedBans(seed);
  await seedReviewQueue(seed);
  await seedWords(seed);
  await seedLetters(seed);
  await seedDrafts(seed);
  await seedBookmarks(seed);
  await seedMailChoices(seed);
  await seedWatching(seed);
  await seedReading(seed);
  await seedReactionNotices(seed);
  await seedJobs(seed);
  await seedSignIns(seed);
  seedActionLog(seed);
  await seed.flush();
}
