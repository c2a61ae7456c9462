import { marked } from 'marked';
import { appearanceOf } from '#contracts/appearance.ts';
import { DEFAULT_FRAME_HOSTS } from '#contracts/frames.ts';
import { threadLanguageOf } from '#contracts/language.ts';
import type { Db, Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { type Policy, policyNumber } from '#domain/message/policy.ts';
import { type Prepared, prepareMessage } from '#domain/message/prepare.ts';
import { indexedState } from '#domain/search/reindex.ts';
import type { Env } from '#platform/env.ts';
import { openStorage } from '#platform/storage.ts';
import { vectorOf } from '#search/vector.ts';
import { levels, sections, type ThemeKey, themes } from './community.ts';
import { configEntries } from './config.ts';
import { parseAllContent, type ThreadSeed } from './parse.ts';
import { people } from './people.ts';
import { type Picture, pictureBook } from './pictures.ts';
import { recount, restartSequences } from './recount.ts';
import { chance, type PostEvent, timeline } from './timeline.ts';

const DAY = 86_400_000;
const GROUPS = { super: 10000, admin: 10001, member: 10, moderator: 20, official: 30 } as const;
const userIds = new Map(people.map((person, index) => [person.handle, 10000 + index]));
const userId = (handle: string): number => userIds.get(handle) as number;

async function insertAll<T>(rows: T[], insert: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += 400) await insert(rows.slice(from, from + 400));
}

async function seedPeople(tx: Tx, now: Date): Promise<void> {
  const member = {
    allowRead: true,
    allowThread: true,
    allowPost: true,
    allowAttach: true,
    allowDown: true,
    allowView: true,
  };
  const moderator = {
    ...member,
    allowTop: true,
    allowUpdate: true,
    allowDelete: true,
    allowMove: true,
    allowBanUser: true,
  };
  await tx.insert(schema.group).values([
    {
      id: GROUPS.super,
      name: '超级管理员',
      nameEn: 'Super administrators',
      ...moderator,
      allowDeleteUser: true,
    },
    { id: GROUPS.admin, name: '管理员', nameEn: 'Administrators', ...moderator },
    { id: GROUPS.member, name: '会员', nameEn: 'Members', ...member },
    { id: GROUPS.moderator, name: '版主', nameEn: 'Moderators', ...moderator },
    { id: GROUPS.official, name: '官方', nameEn: 'Staff', ...member },
  ]);
  await tx.insert(schema.level).values(
    levels.map((one) => ({
      id: one.level,
      name: one.name,
      nameEn: one.nameEn,
      minCredits: one.min,
    })),
  );
  await tx.insert(schema.user).values(
    people.map((person) => {
      const joined = new Date(
        now.getTime() -
          Math.max(0.05, person.years ?? 1) * 365 * DAY -
          (userId(person.handle) % 97) * DAY,
      );
      return {
        id: userId(person.handle),
        username: person.handle,
        nickname: person.nickname,
        nameAppearance: appearanceOf(person.nickname),
        description: person.desc,
        language: person.lang,
        groupId: GROUPS[person.group ?? 'member'],
        credits: person.credits,
        levelId: levels.findLast((one) => person.credits >= one.min)?.level ?? 1,
        email: `${person.handle}@lantu.example`,
        emailChecked: true,
        loginsCnt: 1 + Math.floor(person.credits / 20),
        createdAt: joined,
        updatedAt: joined,
        ...(person.banned
          ? {
              bannedFrom: new Date(now.getTime() - 2 * DAY),
              bannedUntil: new Date(now.getTime() + 365 * DAY),
              contentHidden: person.banned.hideContent,
            }
          : {}),
      };
    }),
  );
  const tags = people.flatMap((person) =>
    (person.tags ?? []).map((text) => ({ userId: userId(person.handle), text, color: '' })),
  );
  await tx.insert(schema.userTag).values(tags);
  await tx.insert(schema.ban).values(
    people
      .filter((person) => person.banned)
      .map((person) => ({
        userId: userId(person.handle),
        moderatorId: 10001,
        reason: person.banned?.reason ?? '',
        hideContent: person.banned?.hideContent ?? false,
        beginAt: new Date(now.getTime() - 2 * DAY),
        endAt: new Date(now.getTime() + 365 * DAY),
      })),
  );
}

async function seedForums(
  tx: Tx,
): Promise<{ forumIds: Map<string, number>; themeId: (forum: string, theme: ThemeKey) => number }> {
  const forumIds = new Map<string, number>();
  const themeIds = new Map<string, number>();
  for (const [rank, section] of sections.entries()) {
    await tx.insert(schema.section).values({
      id: rank + 1,
      name: section.name,
      nameEn: section.nameEn,
      rank,
      recommended: rank === 0,
    });
    for (const [place, one] of section.forums.entries()) {
      const id = forumIds.size + 1;
      forumIds.set(one.slug, id);
      await tx.insert(schema.forum).values({
        id,
        sectionId: rank + 1,
        slug: one.slug,
        name: one.name,
        nameEn: one.nameEn,
        icon: one.icon,
        rank: place,
        recommended: place === 0,
        brief: one.brief,
        briefEn: one.briefEn,
        announcement: one.announcement ?? '',
        announcementEn: one.announcementEn ?? '',
      });
      for (const [order, key] of one.themes.entries()) {
        const { name, nameEn, ...templates } = themes[key];
        const [row] = await tx
          .insert(schema.theme)
          .values({ forumId: id, name, nameEn, rank: order, ...templates })
          .returning({ id: schema.theme.id });
        themeIds.set(`${one.slug}/${key}`, row?.id as number);
      }
    }
  }
  await tx.insert(schema.forumModerator).values(
    people.flatMap((person) =>
      (person.moderates ?? []).map((slug, rank) => ({
        forumId: forumIds.get(slug) as number,
        userId: userId(person.handle),
        rank,
      })),
    ),
  );
  return { forumIds, themeId: (forum, theme) => themeIds.get(`${forum}/${theme}`) as number };
}

/**
 * Markdown of a content file → HTML as an author would have sent it, with the pictures that it
 * names.
 */
async function toHtml(
  markdown: string,
  picture: (name: string) => Promise<Picture>,
  used: Set<string>,
): Promise<string> {
  let html = await marked.parse(markdown, { gfm: true, breaks: true });
  for (const [whole, before, name, after] of [
    ...html.matchAll(/<img ([^>]*)src="art:([\w-]+)"([^>]*)>/g),
  ]) {
    const found = await picture(name as string);
    used.add(found.hash);
    html = html.replace(
      whole,
      `<img ${before}src="${found.url}"${after} width="${found.width}" height="${found.height}">`,
    );
  }
  return html;
}

type Written = PostEvent & { id: number; message: Prepared; pictures: Set<string> };

async function seedThreads(
  tx: Tx,
  written: Written[],
  places: Awaited<ReturnType<typeof seedForums>>,
): Promise<void> {
  const first = written.filter((post) => post.floor === 0);
  await insertAll(first, (chunk) =>
    tx.insert(schema.thread).values(
      chunk.map(({ thread, threadId, at, id, message }) => ({
        id: threadId,
        forumId: places.forumIds.get(thread.forum) as number,
        themeId: places.themeId(thread.forum, thread.theme),
        userId: userId(thread.by),
        subject: thread.subject,
        excerpt: message.excerpt,
        language: threadLanguageOf(thread.lang),
        state: thread.marks.has('deleted')
          ? 'deleted'
          : thread.marks.has('hidden')
            ? 'hidden'
            : 'normal',
        closed: thread.marks.has('closed'),
        resolved: thread.marks.has('resolved'),
        top: thread.marks.has('announced') ? 1 : 0,
        topForum: thread.marks.has('pinned') || thread.marks.has('announced') ? 1 : 0,
        digest: thread.marks.has('digest'),
        hasPoll: Boolean(thread.poll),
        viewsCnt: thread.views ?? 12 + thread.replies.length * 23 + thread.likes * 9,
        imagesCnt: message.images,
        firstPostId: id,
        createdAt: at,
        updatedAt: at,
        ...(thread.marks.has('deleted') ? { deletedAt: at, deletedBy: userId(thread.by) } : {}),
      })),
    ),
  );
}

async function seedPosts(
  tx: Tx,
  written: Written[],
  places: Awaited<ReturnType<typeof seedForums>>,
): Promise<void> {
  const byPlace = new Map(written.map((post) => [`${post.threadId}/${post.floor}`, post]));
  await insertAll(written, (chunk) =>
    tx.insert(schema.post).values(
      chunk.map(({ id, thread, threadId, floor, at, reply, message }) => {
        const quoted = reply?.quotes ? byPlace.get(`${threadId}/${reply.quotes}`) : undefined;
        return {
          id,
          threadId,
          floor,
          forumId: places.forumIds.get(thread.forum) as number,
          userId: userId(reply?.by ?? thread.by),
          source: message.source,
          html: message.html,
          policy: message.policy,
          excerpt: message.excerpt,
          contentHash: message.contentHash,
          search: reply ? vectorOf(message.text) : vectorOf(message.text, thread.subject),
          imagesCnt: message.images,
          featured: reply?.featured ?? false,
          state: reply?.deleted ? 'deleted' : 'normal',
          createdAt: at,
          updatedAt: at,
          ...(quoted
            ? { quotePostId: quoted.id, quoteUserId: userId(quoted.reply?.by ?? thread.by) }
            : {}),
          ...(reply?.deleted ? { deletedAt: at, deletedBy: userId(reply.by) } : {}),
        };
      }),
    ),
  );
}

/** Likes, favourites, comments and votes, each by a real row. */
async function seedReactions(tx: Tx, written: Written[], policy: Policy, now: Date): Promise<void> {
  const random = chance(20261121);
  const everybody = [...userIds.values()];
  const some = (count: number): number[] =>
    [...everybody].sort(() => random() - 0.5).slice(0, Math.min(count, everybody.length));
  const later = (at: Date) => new Date(at.getTime() + random() * (now.getTime() - at.getTime()));
  const postLikes = written
    .filter((post) => post.reply)
    .flatMap((post) =>
      some(post.reply?.likes ?? 0).map((userId) => ({
        userId,
        postId: post.id,
        createdAt: later(post.at),
      })),
    );
  await insertAll(postLikes, (chunk) => tx.insert(schema.postLike).values(chunk));
  const first = written.filter((post) => post.floor === 0);
  const threadLikes = first.flatMap((post) =>
    some(post.thread.likes).map((userId) => ({
      userId,
      threadId: post.threadId,
      createdAt: later(post.at),
    })),
  );
  await insertAll(threadLikes, (chunk) => tx.insert(schema.threadLike).values(chunk));
  const favourites = first.flatMap((post) =>
    some(Math.round(post.thread.likes / 3)).map((userId) => ({
      userId,
      threadId: post.threadId,
      createdAt: later(post.at),
    })),
  );
  await insertAll(favourites, (chunk) => tx.insert(schema.threadFavourite).values(chunk));
  const forumFavourites = sections
    .flatMap((section) => section.forums)
    .flatMap((_, index) =>
      some(4 + Math.floor(random() * 30)).map((userId) => ({ userId, forumId: index + 1 })),
    );
  await insertAll(forumFavourites, (chunk) => tx.insert(schema.forumFavourite).values(chunk));
  const commented = written.flatMap((post) =>
    (post.reply?.comments ?? []).map((one, index) => ({ post, one, index })),
  );
  const comments: (typeof schema.comment.$inferInsert)[] = [];
  for (const { post, one, index } of commented) {
    const message = await prepareMessage(marked.parseInline(one.text, { async: false }), policy);
    const at = new Date(Math.min(post.at.getTime() + (index + 1) * 240_000, now.getTime()));
    comments.push({
      postId: post.id,
      threadId: post.threadId,
      userId: userId(one.by),
      source: message.source,
      html: message.html,
      policy: message.policy,
      excerpt: message.excerpt,
      contentHash: message.contentHash,
      createdAt: at,
      updatedAt: at,
    });
  }
  await insertAll(comments, (chunk) => tx.insert(schema.comment).values(chunk));
  for (const { thread, threadId, at } of first) {
    if (!thread.poll) continue;
    await tx.insert(schema.poll).values({
      threadId,
      question: thread.poll.question,
      maxChoices: thread.poll.maxChoices,
      days: thread.poll.days,
      expiresAt: new Date(at.getTime() + thread.poll.days * DAY),
      createdAt: at,
    });
    const options = await tx
      .insert(schema.pollOption)
      .values(thread.poll.options.map((text, rank) => ({ threadId, rank, text })))
      .returning({ id: schema.pollOption.id });
    const taste = options.map(() => random() ** 2 + 0.05);
    const choose = () => {
      let left = random() * taste.reduce((sum, one) => sum + one, 0);
      return (options.find((_, index) => (left -= taste[index] as number) <= 0) ?? options[0])
        ?.id as number;
    };
    const maxChoices = thread.poll.maxChoices;
    await tx.insert(schema.pollVote).values(
      some(18 + Math.floor(random() * 36)).map((userId) => ({
        threadId,
        userId,
        optionIds: [...new Set(Array.from({ length: maxChoices }, choose))],
        createdAt: later(at),
      })),
    );
  }
}

async function seedNotifications(tx: Tx, written: Written[], now: Date): Promise<void> {
  const recent = written.filter(
    (post) =>
      post.reply &&
      !post.reply.deleted &&
      now.getTime() - post.at.getTime() < 10 * DAY &&
      post.reply.by !== post.thread.by,
  );
  await insertAll(recent, (chunk) =>
    tx.insert(schema.notification).values(
      chunk.map((post) => ({
        userId: userId(post.thread.by),
        category: 1,
        kind: 'reply',
        actorId: userId(post.reply?.by ?? post.thread.by),
        threadId: post.threadId,
        postId: post.id,
        createdAt: post.at,
        readAt: now.getTime() - post.at.getTime() < 1.5 * DAY ? null : post.at,
      })),
    ),
  );
}

async function seedUploads(tx: Tx, written: Written[], pictures: Picture[]): Promise<void> {
  const unique = [...new Map(pictures.map((picture) => [picture.hash, picture])).values()];
  const rows = await tx
    .insert(schema.upload)
    .values(
      unique.map(({ url: _, ...picture }) => ({ ...picture, userId: 10000, usedAt: new Date() })),
    )
    .returning({ id: schema.upload.id, hash: schema.upload.hash });
  const ids = new Map(rows.map((row) => [row.hash, row.id]));
  const uses = written.flatMap((post) =>
    [...post.pictures].map((hash) => ({ postId: post.id, uploadId: ids.get(hash) as number })),
  );
  if (uses.length > 0) await tx.insert(schema.postUpload).values(uses);
}

/** Fills an empty database with the demo community; all or nothing. Returns what it put there. */
export async function loadCommunity(
  db: Db,
  env: Env,
  now = new Date(),
): Promise<{ threads: number; posts: number; people: number }> {
  const storage = openStorage(env);
  const drawn: Picture[] = [];
  const book = pictureBook(storage);
  const picture = async (name: string, width?: number) => {
    const found = await book(name, width);
    drawn.push(found);
    return found;
  };
  const policy: Policy = {
    frameHosts: DEFAULT_FRAME_HOSTS,
    version: policyNumber(1),
    siteHost: new URL(env.SITE_URL).host,
  };
  const threads: ThreadSeed[] = parseAllContent();
  const { posts } = timeline(threads, now);
  const written: Written[] = [];
  for (const post of posts) {
    const used = new Set<string>();
    const html = await toHtml(post.reply?.markdown ?? post.thread.markdown, picture, used);
    written.push({
      ...post,
      message: await prepareMessage(html, policy, { outline: post.floor === 0 }),
      pictures: used,
    });
  }
  const entries = await configEntries(
    picture,
    now,
    (subject) => posts.find((post) => post.thread.subject.includes(subject))?.threadId,
  );
  await db.transaction(async (tx) => {
    await seedPeople(tx, now);
    const places = await seedForums(tx);
    await seedThreads(tx, written, places);
    await seedPosts(tx, written, places);
    await seedReactions(tx, written, policy, now);
    await seedNotifications(tx, written, now);
    await seedUploads(tx, written, drawn);
    await tx.insert(schema.configEntry).values(entries);
    await tx.insert(schema.siteState).values(indexedState());
    await recount(tx, env.TIME_ZONE);
    await restartSequences(tx);
  });
  return { threads: threads.length, posts: posts.length, people: people.length };
}
