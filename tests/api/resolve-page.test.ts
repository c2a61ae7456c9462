import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { findPrivateReader, resolveAbsence, resolvePage } from '#server/resolve-page.ts';
import { ADMIN, createWriters, MEMBER, OTHER } from '../support/moderation-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* The target of an address, the same in the built server and in `npm run dev`. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, admin] = await Promise.all([api.as(MEMBER), api.as(OTHER), api.as(ADMIN)]);
const write = await createWriters(api, member, other);
const act = (action: string, kind: string, ids: number[], more: object = {}) =>
  admin.call<{ data: { changed: number[] } }>('POST', '/api/v2/moderation/actions', {
    action,
    kind,
    ids,
    ...more,
  });
const sessionCookie = async (userId: number): Promise<string> => {
  const person = { userId, kind: 'site', ip: '127.0.0.1', userAgent: 'test' } as const;
  return `bbs=${await createSession(db, person)}`;
};
const resolve = (url: string, cookies?: string) => resolvePage(db, url, () => 'en', { cookies });

test('[R10] a reply’s address leads to its page, and after a move to the thread that it is in', async () => {
  const thread = await write.thread();
  const reply = await write.reply(thread);
  expect(await resolve(`/en/post/${thread}?postId=${reply}`)).toEqual({
    kind: 'redirect',
    location: `/en/post/${thread}#p${reply}`,
    status: 302,
  });
  const { body } = await act('split', 'reply', [reply], { subject: '另一个主题' });
  expect(await resolve(`/phone/zh/post/${thread}?postId=${reply}`)).toMatchObject({
    location: `/phone/zh/post/${body.data.changed[0]}#p${reply}`,
  });
  expect(await resolve(`/en/post/${thread}?postId=999999999`)).toMatchObject({
    location: `/en/post/${thread}`,
  });
});

test('[R23] a merged thread’s address leads to the thread with its posts; one that was deleted has a page that says so', async () => {
  const [thread, into] = [await write.thread(), await write.thread()];
  await act('merge', 'thread', [thread], { into });
  const page = { path: `/en/post/${thread}`, root: 'en' as const, status: 406 };
  expect(await resolveAbsence(db, page)).toEqual({
    kind: 'redirect',
    location: `/en/post/${into}`,
    status: 302,
  });
  expect(await resolveAbsence(db, { ...page, path: `/en/post/${into}` })).toMatchObject({
    kind: 'error',
    code: 406,
    status: 406,
  });
});

test('[R20] only members learn the page of a reply in a forum for members', async () => {
  const thread = await write.thread(member, 2);
  const reply = await write.reply(thread);
  const address = `/en/post/1?postId=${reply}`;
  await db.execute(sql`update forum set access = 'members' where id = 2`);
  const absent = await resolve('/en/post/1?postId=999999999');
  expect(await resolve(address)).toEqual(absent);
  expect(await resolve(address, 'bbs=nobody')).toEqual(absent);
  expect(await resolve(address, await sessionCookie(MEMBER))).toMatchObject({
    location: `/en/post/${thread}#p${reply}`,
  });
  await db.execute(sql`update forum set access = 'public' where id = 2`);
});

test('[R20] a page for members is made for a member, and refused to a visitor', async () => {
  const thread = await write.thread(member, 2);
  await db.execute(sql`update forum set access = 'members' where id = 2`);
  const page = { path: `/en/post/${thread}`, root: 'en' as const, status: 403 };
  expect(await resolveAbsence(db, page)).toMatchObject({ kind: 'error', code: 403 });
  expect(await findPrivateReader(db, page, { cookies: undefined })).toBeUndefined();
  const cookies = await sessionCookie(MEMBER);
  expect(await findPrivateReader(db, page, { cookies })).toMatchObject({ userId: MEMBER });
  // A merged or missing page has no content.
  expect(await findPrivateReader(db, { ...page, status: 406 }, { cookies })).toBeUndefined();
});

test('[R2] addresses without a page, of the former site and without a language', async () => {
  expect(await resolve('/wp-login.php')).toEqual({
    kind: 'error',
    root: 'en',
    code: 404,
    status: 404,
  });
  expect(await resolve('/forums')).toMatchObject({
    kind: 'page',
    path: '/en/forums',
    negotiated: true,
  });
  expect(await resolveAbsence(db, { path: '/en/forums', root: 'en', status: 500 })).toBe(undefined);
});
