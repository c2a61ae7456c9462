import { eq } from 'drizzle-orm';
import type { ReportKind } from '#contracts/report-kinds.ts';
import * as schema from '#db/schema/index.ts';
import type { SeededPost } from '../load-posts.ts';
import { people, userIdOf } from '../people.ts';
import { memberIdOf, OPERATION_DAYS, type OperationsSeed } from './operations-seed.ts';

const HOUR_MS = 3_600_000;

/** Reports of one post, which moderators see together. */
interface Case {
  post: SeededPost;
  kind: ReportKind;
  /** Reporters' messages, one per report. */
  messages: readonly string[];
  /** undefined: open. */
  outcome?: 'dismiss' | 'delete' | 'warn' | undefined;
  isTaken?: boolean;
  note?: string;
}

const authorOf = (post: SeededPost): string => post.reply?.by ?? post.thread.by;
const repliesBy = (seed: OperationsSeed, handle: string): SeededPost[] =>
  seed.written
    .filter((post) => post.reply?.by === handle)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
const isShown = (post: SeededPost): boolean =>
  !post.reply?.deleted && !post.thread.marks.has('deleted') && !post.thread.marks.has('hidden');

/** Advertising, which was deleted. */
const advertising = (seed: OperationsSeed): Case[] =>
  repliesBy(seed, 'halfkeys')
    .filter((post) => post.reply?.deleted)
    .map((post, index) => ({
      post,
      kind: index % 5 === 4 ? 'fraud' : 'spam',
      messages: ['', '广告', 'Spam again'].slice(0, 1 + (index % 3)),
      outcome: 'delete',
      note: index % 2 ? 'Advertises licence keys' : '广告：售卖来路不明的激活码',
    }));

/** Insults: the latest are open, one is claimed, the others were decided. */
const insults = (seed: OperationsSeed): Case[] =>
  repliesBy(seed, 'nahan')
    .filter(isShown)
    .slice(0, 12)
    .map((post, index) => ({
      post,
      kind: 'abuse',
      messages: ['骂人', '请版主看一下', '又是他'].slice(0, 3 - (index % 3)),
      ...(index < 2
        ? {}
        : index === 2
          ? { isTaken: true }
          : index % 3 === 0
            ? { outcome: 'warn', note: '批评产品可以，辱骂坛友不可以' }
            : { outcome: 'dismiss', note: '语气不好，但没有违反公约' }),
    }));

const OTHERS: readonly (Omit<Case, 'post'> & { by: string; text: RegExp })[] = [
  { by: 'huashan', text: /路过接单/, kind: 'spam', messages: ['在求助帖里给自己的店揽生意'] },
  {
    by: 'huashan',
    text: /主板坏的/,
    kind: 'spam',
    messages: ['好像在卖东西'],
    outcome: 'dismiss',
    note: '免费送零件，不算广告',
  },
  {
    by: 'huashan',
    text: /我们不破/,
    kind: 'privacy',
    messages: ['讨论怎么进别人的电脑，合适吗？'],
    isTaken: true,
  },
  { by: 'jiqi', text: /./, kind: 'offtopic', messages: ['跑题了', 'Off-topic'] },
  { by: 'xinshou', text: /./, kind: 'other', messages: ['同样的问题昨天刚有人问过，能合并吗？'] },
  {
    by: 'dmitri',
    text: /`/,
    kind: 'malware',
    messages: ['A command that deletes without asking should come with a warning'],
  },
];

const others = (seed: OperationsSeed): Case[] =>
  OTHERS.flatMap(({ by, text, ...rest }) => {
    const post = repliesBy(seed, by).find(
      (one) => isShown(one) && text.test(one.reply?.markdown ?? ''),
    );
    return post ? [{ ...rest, post }] : [];
  });

/** Times of report and decision: soon after the post, or recent for an old one. */
function chooseTimes(seed: OperationsSeed, { post, outcome, isTaken }: Case) {
  const earliest = seed.hoursAgo(OPERATION_DAYS * 24 - 12);
  const isOpen = outcome === undefined;
  const from = isOpen
    ? new Date(Math.max(post.at.getTime(), seed.hoursAgo(isTaken ? 30 : 14).getTime()))
    : post.at > earliest
      ? post.at
      : seed.between(earliest, seed.hoursAgo(20));
  const reported = seed.between(from, new Date(from.getTime() + (isOpen ? 9 : 4) * HOUR_MS));
  const decided = seed.between(
    new Date(reported.getTime() + HOUR_MS / 3),
    new Date(reported.getTime() + 14 * HOUR_MS),
  );
  return { reported, decided };
}

async function seedDecision(
  seed: OperationsSeed,
  { post, outcome = 'dismiss', note = '' }: Case,
  moderatorId: number,
  at: Date,
  reports: readonly { id: number; reporterId: number }[],
): Promise<void> {
  const { id: postId, threadId } = post;
  const forumId = seed.forumIdOf(post.thread.forum);
  const authorId = userIdOf(authorOf(post));
  seed.log({
    actorId: moderatorId,
    action: `report.${outcome}`,
    targetPostId: postId,
    forumId,
    reason: note,
    detail: { reports: reports.map((report) => report.id) },
    createdAt: at,
  });
  for (const { reporterId } of reports)
    seed.notify({
      userId: reporterId,
      category: 3,
      kind: 'report',
      act: `report.${outcome}`,
      actorId: moderatorId,
      threadId,
      postId,
      note,
      createdAt: at,
      readAt: at < seed.hoursAgo(48) ? at : null,
    });
  if (outcome === 'dismiss') return;
  const act = outcome === 'delete' ? 'post.delete' : 'user.warn';
  let warning: number | undefined;
  if (outcome === 'warn') {
    const [row] = await seed.tx
      .insert(schema.warning)
      .values({ userId: authorId, moderatorId, threadId, postId, note, createdAt: at })
      .returning({ id: schema.warning.id });
    warning = row?.id;
  }
  seed.log({
    actorId: moderatorId,
    action: act,
    ...(outcome === 'warn' ? { targetUserId: authorId } : { targetPostId: postId }),
    forumId,
    reason: note,
    detail: outcome === 'warn' ? { warning, thread: threadId, post: postId } : { thread: threadId },
    createdAt: at,
  });
  seed.notify({
    userId: authorId,
    category: 3,
    kind: 'moderation',
    act,
    actorId: moderatorId,
    threadId,
    postId,
    note,
    createdAt: at,
    readAt: at < seed.hoursAgo(72) ? at : null,
  });
}

/** Open, claimed and decided reports, with the resulting warnings and notifications. */
export async function seedReports(seed: OperationsSeed): Promise<void> {
  const reporters = people
    .filter(({ banned, group, moderates }) => !banned && !group && !moderates)
    .map((person) => userIdOf(person.handle));
  const cases = [...advertising(seed), ...insults(seed), ...others(seed)].map((one) => ({
    ...one,
    ...chooseTimes(seed, one),
    moderatorId: seed.moderatorOf(one.post.thread.forum),
  }));
  cases.sort((a, b) => a.reported.getTime() - b.reported.getTime());
  for (const one of cases) {
    const { post, kind, messages, outcome, isTaken, note, reported, decided, moderatorId } = one;
    const chosen = reporters
      .filter((id) => id !== userIdOf(authorOf(post)))
      .sort(() => seed.random() - 0.5);
    const rows = await seed.tx
      .insert(schema.report)
      .values(
        messages.map((message, index) => ({
          reporterId: chosen[index] as number,
          forumId: seed.forumIdOf(post.thread.forum),
          threadId: post.threadId,
          postId: post.id,
          kind,
          message,
          state: outcome ? 'handled' : isTaken ? 'taken' : 'open',
          createdAt: new Date(reported.getTime() + index * 420_000),
          ...(isTaken ? { takenBy: moderatorId } : {}),
          ...(outcome
            ? { handledBy: moderatorId, handledAt: decided, outcome, note: note ?? '' }
            : {}),
        })),
      )
      .returning({ id: schema.report.id, reporterId: schema.report.reporterId });
    if (outcome) await seedDecision(seed, one, moderatorId, decided, rows);
  }
}

/** Recent bans: in force, over, and lifted early, in addition to those of people.json. */
export async function seedBans(seed: OperationsSeed): Promise<void> {
  const bans = [
    { who: 'freewifi', by: 'jonas', from: 216, hours: 238, reason: '广告账号，只发推广链接' },
    { who: 'shubiao', by: 'chigui', from: 520, hours: 72, reason: '刷屏，三天冷静一下' },
    { who: 'xiangcai', by: 'xianka', from: 340, hours: 168, reason: '多次发布广告', lifted: 330 },
    { who: 'rhys', by: 'jonas', from: 130, hours: 24, reason: 'Insulted another member' },
    { who: 'nahan', by: 'jonas', from: 640, hours: 72, reason: '辱骂坛友，第一次封禁' },
    { who: 'halfkeys', by: 'jonas', from: 420, hours: 168, reason: 'Advertising, first ban' },
  ];
  for (const { who, by, from, hours, reason, lifted } of bans) {
    const userId = memberIdOf(who);
    const moderatorId = userIdOf(by);
    const beginAt = seed.hoursAgo(from);
    const endAt = seed.hoursAgo(from - hours);
    const liftedAt = lifted === undefined ? null : seed.hoursAgo(lifted);
    const [row] = await seed.tx
      .insert(schema.ban)
      .values({
        userId,
        moderatorId,
        reason,
        beginAt,
        endAt,
        createdAt: beginAt,
        ...(liftedAt ? { liftedAt, liftedBy: userIdOf('ruogu') } : {}),
      })
      .returning({ id: schema.ban.id });
    if (endAt > seed.now)
      await seed.tx
        .update(schema.user)
        .set({ bannedFrom: beginAt, bannedUntil: endAt })
        .where(eq(schema.user.id, userId));
    const span = { from: beginAt.toISOString(), until: endAt.toISOString() };
    seed.log({
      actorId: moderatorId,
      action: 'user.ban',
      targetUserId: userId,
      reason,
      detail: { ban: row?.id, ...span, hide: false },
      createdAt: beginAt,
    });
    if (liftedAt)
      seed.log({
        actorId: userIdOf('ruogu'),
        action: 'user.unban',
        targetUserId: userId,
        reason: '误判：那是他自己写的教程',
        detail: { ban: row?.id },
        createdAt: liftedAt,
      });
  }
}
