import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { toRunner } from '#db/statement.ts';
import { gatherMail, MAX_TRIES } from '#domain/delivery/mail/gather.ts';
import { markAllRead } from '#domain/delivery/notification/mark.ts';
import { type NewNotification, notifyUsers } from '#domain/delivery/notification/notify-users.ts';
import { notifyNextWatchers } from '#domain/delivery/watch/notify-watchers.ts';
import { createLog } from '#platform/log.ts';
import { startBackgroundJobs } from '#server/background-jobs.ts';
import type { Renderer } from '#server/renderer-client.ts';
import { member } from '../support/factories.ts';
import {
  deliver,
  deliverQueued,
  mailNow,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';
import { waitForLocks } from '../support/queue-on-row.ts';
import type { Caller } from '../support/test-api.ts';

/* Events between the creation of a mail and its sending. */

const { db, server, env, api } = await startMailForum();
const BUSY = { at: 'data', code: 451, text: '4.3.0 try again later' } as const;

let id: number;
let me: Caller;

beforeEach(async () => {
  await db.execute(sql`delete from delivery_event`);
  await db.execute(sql`delete from unannounced_post`);
  await db.execute(sql`delete from mail`);
  server.arrived = [];
  server.refusal = undefined;
  id = await member(db);
  await setMailAddress(db, id);
  me = await api.as(id);
  await me.call('PUT', '/api/v2/user/mail', { frequency: 'now' });
});

const rows = async () =>
  (
    await db.execute<{ id: number; state: string; tries: number; error: string }>(
      sql`select id, state, tries, error from mail where user_id = ${id} order by id`,
    )
  ).rows;
const states = async () => (await rows()).map(({ state }) => state);
const gather = async () => {
  await db.execute(sql`update delivery_event set due_at = now()`);
  expect(await gatherMail(db)).toBe(1);
  return (await rows()).at(-1)?.id as number;
};
const reply = async (threadId: number, nickname: string) =>
  (await api.as(await member(db, { nickname }))).call('POST', '/api/v1/post', {
    thread_id: threadId,
    message: `<p>${nickname}的回复</p>`,
  });

/** Runs `work` while another connection inserts a notification, until `work` waits for its end. */
async function whileWriting<T>(notice: NewNotification, work: () => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  try {
    await client.query('begin');
    await notifyUsers(client, [notice]);
    const running = work();
    await waitForLocks(db, 1);
    await client.query('commit');
    return await running;
  } finally {
    client.release(true);
  }
}

describe('a group of notifications', () => {
  test('[R30] is in the mail that the mail server refused once, although another reply came', async () => {
    const made = await threadWithReplies(db, api, id);
    server.refusal = BUSY;
    await mailNow(db, env);
    server.refusal = undefined;
    await reply(made.id, `后来者${made.id}`);
    await deliverQueued(db, env);
    expect(await states()).toEqual(['sent']);
    expect(server.arrived).toHaveLength(1);
    expect(server.arrived[0]?.text).toContain(`#p${made.replies[0]}`);
    expect(server.arrived[0]?.text).toMatch(/第 \d+ 条回复/);
  });

  test('[R30] that was read and begun again after the mail was created is mailed once', async () => {
    const made = await threadWithReplies(db, api, id);
    await gather();
    await reply(made.id, `后来者${made.id}`);
    await markAllRead(db, id);
    await reply(made.id, `再来者${made.id}`);
    await deliverQueued(db, env);
    await mailNow(db, env);
    expect(server.arrived).toHaveLength(1);
    expect(server.arrived[0]?.text).toContain(`再来者${made.id} 回复了你的主题`);
  });

  test('[R30] that was read after the mail was created isn’t mailed', async () => {
    await threadWithReplies(db, api, id);
    await gather();
    await markAllRead(db, id);
    await deliverQueued(db, env);
    expect(await states()).toEqual(['dropped']);
  });

  test('[R30] that begins again while a mail is created is mailed', async () => {
    const made = await threadWithReplies(db, api, id);
    await markAllRead(db, id);
    const other = await threadWithReplies(db, api, id);
    await db.execute(sql`
      update delivery_event set due_at = now() where key = ${`replies:${other.id}`}`);
    const gathered = await whileWriting(
      { userId: id, kind: 'reply', threadId: made.id, postId: made.replies[0] as number },
      () => gatherMail(db),
    );
    expect(gathered).toBe(1);
    await deliverQueued(db, env);
    expect(server.arrived[0]?.text).toContain(`/post/${made.id}#`);
  });

  test('[R30] is in the mail although its first reply was hidden', async () => {
    const made = await threadWithReplies(db, api, id, { replies: 3 });
    await gather();
    await db.execute(sql`update post set state = 'hidden' where id = ${made.replies[0]}`);
    await deliverQueued(db, env);
    expect(server.arrived[0]?.text).toContain(`#p${made.replies[1]}`);
  });

  test('[R20] isn’t in the mail when all its replies were hidden', async () => {
    const made = await threadWithReplies(db, api, id, { replies: 2 });
    await gather();
    await db.execute(
      sql`update post set state = 'hidden' where thread_id = ${made.id} and floor > 0`,
    );
    await deliverQueued(db, env);
    expect(await states()).toEqual(['dropped']);
  });

  test('[R30] of threads is in the mail although the first was deleted', async () => {
    await me.call('POST', '/api/v2/user/watch', { kind: 'forum', id: 1, level: 'threads' });
    const author = await api.as(await member(db));
    for (const subject of ['先删掉的主题', '还在的主题'])
      await author.call('POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject,
        message: `<p>${subject}说了什么</p>`,
        language: 'zh_CN',
      });
    while (await notifyNextWatchers(db, (error) => expect.unreachable(String(error))));
    await gather();
    await db.execute(sql`update thread set state = 'deleted' where subject = '先删掉的主题'`);
    await deliverQueued(db, env);
    expect(server.arrived[0]?.text).toContain('还在的主题说了什么');
    expect(server.arrived[0]?.text).not.toContain('先删掉');
  });

  test('[R30] of a thread that was muted after the mail was created isn’t sent', async () => {
    const made = await threadWithReplies(db, api, id);
    await gather();
    await me.call('POST', '/api/v2/user/watch', { kind: 'thread', id: made.id, level: 'muted' });
    await deliverQueued(db, env);
    expect(await states()).toEqual(['dropped']);
  });

  test('[R20] a moderator’s decision is mailed without a comment of a user whose content is hidden', async () => {
    const made = await threadWithReplies(db, api, id);
    const commenter = await member(db);
    await (await api.as(commenter)).call('POST', '/api/v1/post/comment', {
      post_id: made.replies[0],
      message: '不该寄出的点评',
    });
    const { rows: comments } = await db.execute<{ id: number; excerpt: string }>(
      sql`select id, excerpt from comment where user_id = ${commenter}`,
    );
    expect(comments).toMatchObject([{ excerpt: '不该寄出的点评' }]);
    await db.execute(sql`
      update "user"
      set banned_from = now(), banned_until = 'infinity', content_hidden = true
      where id = ${commenter}`);
    await notifyUsers(toRunner(db), [
      {
        userId: id,
        kind: 'report',
        threadId: made.id,
        postId: made.replies[0] as number,
        commentId: comments[0]?.id as number,
        act: 'report.dismissed',
      },
    ]);
    await mailNow(db, env);
    expect(server.arrived).toHaveLength(1);
    expect(server.arrived[0]?.text).not.toContain('不该寄出');
  });

  test('[R30] counts unread ones only', async () => {
    const made = await threadWithReplies(db, api, id, { replies: 2 });
    await markAllRead(db, id);
    await reply(made.id, `独一者${made.id}`);
    await mailNow(db, env);
    expect(server.arrived[0]?.text).toContain(`独一者${made.id} 回复了你的主题`);
  });
});

describe('private messages', () => {
  /** Two mails to one person; resolves with their ids. */
  async function twoLetters(): Promise<number[]> {
    const by = await api.as(await member(db));
    for (const note of ['<p>第一封</p>', '<p>第二封</p>'])
      await by.call('POST', '/api/v1/user/letter', { receive_user_id: id, note });
    return (
      await db.execute<{ id: number }>(
        sql`select id from letter where receiver_id = ${id} order by id`,
      )
    ).rows.map((letter) => letter.id);
  }

  test.each(['deleted_by_receiver', 'read_at', 'hidden_at'])(
    '[R30] are mailed without the last one before the mail is created (%s)',
    async (column) => {
      const [, last] = await twoLetters();
      await db.execute(sql`update letter set ${sql.raw(column)} = now() where id = ${last}`);
      await mailNow(db, env);
      expect(server.arrived[0]?.text).toMatch(/给你发了私信/);
    },
  );

  test.each(['deleted_by_receiver', 'read_at', 'hidden_at'])(
    '[R30] are mailed without the last one after the mail was created (%s)',
    async (column) => {
      const [, last] = await twoLetters();
      await gather();
      await db.execute(sql`update letter set ${sql.raw(column)} = now() where id = ${last}`);
      await deliverQueued(db, env);
      expect(server.arrived[0]?.text).toMatch(/给你发了私信/);
    },
  );

  test('[R20] that are all hidden are in no mail', async () => {
    await twoLetters();
    await gather();
    await db.execute(sql`update letter set hidden_at = now() where receiver_id = ${id}`);
    await deliverQueued(db, env);
    expect(await states()).toEqual(['dropped']);
  });
});

describe('a mail server that is down for a day', () => {
  test('[R30] gets one mail with all that is still unread', async () => {
    const [first, read] = [
      await threadWithReplies(db, api, id),
      await threadWithReplies(db, api, id),
    ];
    server.refusal = BUSY;
    const mail = await gather();
    await expect(deliver(db, env, mail)).rejects.toThrow();
    const later = await threadWithReplies(db, api, id);
    await db.execute(sql`update delivery_event set due_at = now() - interval '1 day'`);
    expect(await gatherMail(db)).toBe(0);
    for (let count = 2; count < MAX_TRIES; count++)
      await expect(deliver(db, env, mail)).rejects.toThrow();
    await db.execute(sql`
      update notification set read_at = now() where user_id = ${id} and thread_id = ${read.id}`);
    server.refusal = undefined;
    await deliver(db, env, mail);
    expect(await states()).toEqual(['sent']);
    const text = server.arrived[0]?.text ?? '';
    expect([first, read, later].map((made) => text.includes(`/post/${made.id}#`))).toEqual([
      true,
      false,
      true,
    ]);
    await mailNow(db, env);
    expect(server.arrived).toHaveLength(1);
  });

  test('[ops] is tried for a day', () => {
    // graphile-worker's pause after a try
    const pauses = Array.from({ length: MAX_TRIES - 1 }, (_, tried) =>
      Math.exp(Math.min(10, tried + 1)),
    );
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(24 * 3_600);
  });
});

describe('tries', () => {
  test('[ops] end also for a mail without content', async () => {
    await threadWithReplies(db, api, id);
    const mail = await gather();
    await db.execute(sql`update mail set refs = '[{}]'`);
    for (let count = 1; count < MAX_TRIES; count++)
      await expect(deliver(db, env, mail)).rejects.toThrow();
    expect(await states()).toEqual(['waiting']);
    await deliver(db, env, mail);
    expect(await rows()).toMatchObject([{ state: 'failed', tries: MAX_TRIES }]);
    expect((await rows())[0]?.error).not.toBe('');
  });

  test('[ops] end also for a mail whose process is killed each time', async () => {
    await threadWithReplies(db, api, id);
    const mail = await gather();
    await db.execute(sql`update mail set tries = ${MAX_TRIES}`);
    await deliver(db, env, mail);
    expect(await states()).toEqual(['failed']);
    expect(server.arrived).toEqual([]);
  });

  test('[ops] count per mail, however often its job failed', async () => {
    await threadWithReplies(db, api, id);
    await gather();
    await db.execute(sql`
      update graphile_worker._private_jobs
      set attempts = 10
      where key like 'mail:%'`);
    const jobs = await startBackgroundJobs({
      db,
      lockDb: db,
      env,
      log: createLog('silent'),
      renderer: {} as Renderer,
      takeDown: async () => {},
    });
    try {
      await expect.poll(states).toEqual(['sent']);
    } finally {
      await jobs.stop();
    }
  });

  test('[R30] of two jobs at once send a mail once', async () => {
    await threadWithReplies(db, api, id);
    const mail = await gather();
    await Promise.all([deliver(db, env, mail), deliver(db, env, mail)]);
    await deliver(db, env, mail);
    expect(server.arrived).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
  });

  test('[R30] a mail goes to its receiver’s address at the time of sending', async () => {
    await threadWithReplies(db, api, id);
    await gather();
    await db.execute(sql`update "user" set email = 'new@people.example' where id = ${id}`);
    await deliverQueued(db, env);
    expect(server.arrived[0]?.recipients).toEqual(['new@people.example']);
  });
});
