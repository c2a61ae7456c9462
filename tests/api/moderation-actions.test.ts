import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  type ActionName,
  bulkActions,
  MODERATION_ACTIONS,
  menuActions,
  type PageTargetKind,
  PERFORMED_ACTIONS,
  rightOfAction,
  TARGET_KINDS,
  withheldActions,
} from '#contracts/moderation-actions.ts';
import { urgency } from '#outbox/invalidation.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import {
  ADMIN,
  appointModerators,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
} from '../support/moderation-api.ts';
import { moderationCalls } from '../support/moderation-calls.ts';
import { selectRow } from '../support/query-rows.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* The single call for all moderation actions, and its undo. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, moderator, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(ADMIN),
]);
const write = await createWriters(api, member, other);
beforeAll(() => appointModerators(db));

const one = selectRow(db);
const { act, undo } = moderationCalls(api, db, admin);
const perform = (body: object, by = admin) =>
  act('POST', '/api/v2/moderation/actions', { note: '', ...body }, by);

/** The state of a thread, a reply and a comment that moderators can change. */
const stateOf = async (thread: number): Promise<unknown> => ({
  thread: await one(
    sql`
      select forum_id, theme_id, top, top_forum, digest, digest_forum, closed, resolved, state,
        checked, merged_into
      from thread
      where id = ${thread}`,
  ),
  posts: (
    await db.execute(
      sql`
        select p.id, p.floor, p.state, p.featured, p.checked, c.id as comment, c.state as said
        from post p
        left join comment c on c.post_id = p.id
        where p.thread_id = ${thread}
        order by p.id, c.id`,
    )
  ).rows,
});

/** Actions on a new post; the others decide on withheld ones. */
const FIRST: readonly ActionName[] = [
  'pin',
  'pinEverywhere',
  'digest',
  'digestEverywhere',
  'resolve',
  'close',
  'feature',
  'split',
  'move',
  'merge',
  'hide',
  'delete',
];
/** Actions that must be undone once more to restore the first state. */
const OPPOSITES: Partial<Record<ActionName, ActionName>> = {
  pin: 'unpin',
  pinEverywhere: 'unpinEverywhere',
  digest: 'undigest',
  digestEverywhere: 'undigestEverywhere',
  resolve: 'unresolve',
  close: 'open',
  feature: 'unfeature',
  hide: 'restore',
  delete: 'restore',
  merge: 'unmerge',
};
const kindsOf = (action: ActionName) => Object.keys(MODERATION_ACTIONS[action].rights);

test.each(
  FIRST.flatMap((action) =>
    kindsOf(action).map((kind) => [action, kind as PageTargetKind] as const),
  ),
)(
  '[R23] [R24] %s of a %s is undone by its answer’s undo, and so is its opposite',
  async (action, kind) => {
    const thread = await write.thread();
    const into = await write.thread();
    const reply = await write.reply(thread);
    const comment = await write.comment(reply);
    const ids = [{ thread, reply, comment }[kind]];
    const before = await stateOf(thread);
    const sent = { action, kind, ids, into, subject: '另一个主题', forum_id: 2 };
    const { body } = await perform(sent);
    expect(body).toMatchObject({ code: 0 });
    expect(body.data.undo).toHaveLength(1);
    const after = await stateOf(thread);
    expect(after).not.toEqual(before);
    await undo(body, admin);
    expect(await stateOf(thread)).toEqual(before);
    const opposite = OPPOSITES[action];
    if (opposite) {
      await perform(sent);
      const answer = await perform({ action: opposite, kind, ids });
      expect(await stateOf(thread)).toEqual(before);
      await undo(answer.body, admin);
      if (action !== 'merge') expect(await stateOf(thread)).toEqual(after);
    }
    expect(await findWrongCounters(db)).toEqual([]);
  },
);

test('[R23] undoing the removal of a pin gives it its level again', async () => {
  const thread = await write.thread();
  await perform({ action: 'pin', kind: 'thread', ids: [thread], level: 7 });
  const { body } = await perform({ action: 'unpin', kind: 'thread', ids: [thread] });
  await undo(body, admin);
  expect(await one(sql`select top_forum from thread where id = ${thread}`)).toEqual({
    top_forum: 7,
  });
});

test('[R23, R40] a thread that a moderator hides has its pages taken down before the answer', async () => {
  const thread = await write.thread();
  api.takenDown.length = 0;
  const { body } = await perform({ action: 'hide', kind: 'thread', ids: [thread] });
  expect(body).toMatchObject({ code: 0, data: { changed: [thread] } });
  expect(api.takenDown.flat()).toContain(`t:${thread}`);
});

test('[R24, R40] a reply that is featured has its thread’s first page rendered, then its author’s page, which counts it', async () => {
  const thread = await write.thread();
  const reply = await write.reply(thread);
  await db.execute(sql`delete from invalidation`);
  await perform({ action: 'feature', kind: 'reply', ids: [reply] });
  const { rows } = await db.execute(sql`select tag, urgency from invalidation`);
  expect(rows).toEqual(
    expect.arrayContaining([
      { tag: `t:${thread}:p1`, urgency: urgency.moderation },
      { tag: `u:${OTHER}:page`, urgency: urgency.counts },
    ]),
  );
});

test('[R29] a ban that replaced another is undone with its reason and its end', async () => {
  const ban = (end_at: string, note: string) =>
    perform({ action: 'ban', kind: 'user', ids: [OTHER], end_at, note });
  const current = () =>
    one(
      sql`
        select reason, hide_content, end_at
        from ban
        where user_id = ${OTHER} and lifted_at is null`,
    );
  await ban('2099-01-01', '广告');
  const first = await current();
  const { body } = await ban('2098-01-01', '还是广告');
  expect(await current()).toMatchObject({ reason: '还是广告' });
  await undo(body, admin);
  expect(await current()).toEqual(first);
  const lifted = await perform({ action: 'liftBan', kind: 'user', ids: [OTHER], note: '够了' });
  expect(await current()).toBeUndefined();
  await undo(lifted.body, admin);
  expect(await current()).toEqual(first);
  await perform({ action: 'liftBan', kind: 'user', ids: [OTHER], note: '够了' });
});

test.each(
  PERFORMED_ACTIONS.flatMap((action) =>
    TARGET_KINDS.filter((kind) => !rightOfAction(action, kind)).map((kind) => [action, kind]),
  ),
)('[R20] %s of a %s is refused: there is no such thing', async (action, kind) => {
  const { status, body } = await perform({ action, kind, ids: [1] });
  expect([status, body.err_code]).toEqual([400, 'malformed']);
});

test('[R20] an action needs its own right, whichever the other ones are', async () => {
  const thread = await write.thread();
  const hide = { action: 'hide', kind: 'thread', ids: [thread] };
  await db.execute(sql`update "group" set allow_delete = false where id = 20`);
  expect((await perform(hide, moderator)).status).toBe(403);
  expect((await perform({ ...hide, action: 'close' }, moderator)).status).toBe(200);
  await db.execute(sql`update "group" set allow_delete = true where id = 20`);
  expect((await perform(hide, moderator)).status).toBe(200);
  expect((await perform({ ...hide, action: 'pinEverywhere' }, moderator)).status).toBe(403);
});

test('[R23] [R24] menus and the bar of several targets offer the registry’s actions', () => {
  expect(menuActions('comment', 'removal')).toEqual(['hide', 'delete']);
  expect(menuActions('reply', 'state')).toEqual(['feature', 'unfeature', 'split']);
  expect(menuActions('thread', 'location')).toEqual(['move', 'merge']);
  expect(bulkActions('reply')).toEqual([
    'hide',
    'restore',
    'delete',
    'feature',
    'unfeature',
    'split',
  ]);
  expect(withheldActions('review')).toEqual(['approve', 'reject']);
  expect(withheldActions('banned')).toEqual([]);
});
