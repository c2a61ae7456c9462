import { beforeEach, expect, test } from 'vitest';
import { member, thread } from '../support/factories.ts';
import { mailNow, setMailAddress, startMailForum } from '../support/mail-server.ts';
import type { Caller } from '../support/test-api.ts';

const { db, server, env, api } = await startMailForum();

let id: number;
let me: Caller;

beforeEach(async () => {
  server.arrived = [];
  id = await member(db);
  await setMailAddress(db, id);
  me = await api.as(id);
  await me.call('PUT', '/api/v2/user/mail', { frequency: 'now' });
});

test('[R30] reports a like, and again when another member likes it, too', async () => {
  const made = await thread(db, { author: id });
  for (const likes of [1, 2]) {
    const by = await api.as(await member(db));
    await by.call('POST', '/api/v1/thread/up', { id: made.id, idtype: 'tid' });
    await mailNow(db, env);
    expect(server.arrived).toHaveLength(likes);
    expect(server.arrived.at(-1)?.text).toContain(`你的主题有 ${likes} 人觉得有用`);
  }
});

test('[R30] reports a like of a comment apart from one of its reply', async () => {
  const made = await thread(db, { replies: 1, replier: id });
  const post_id = made.replies[0] as number;
  const { body } = await me.call<{ data: { id: number } }>('POST', '/api/v1/post/comment', {
    post_id,
    message: '<p>补充一句。</p>',
  });
  const fan = await api.as(await member(db, { nickname: '点赞的人' }));
  await fan.call('POST', '/api/v1/thread/up', { id: post_id, idtype: 'pid' });
  await fan.call('PUT', '/api/v1/post/comment/like', { id: body.data.id, on: true });
  await mailNow(db, env);
  expect(server.arrived[0]?.text).toContain('点赞的人 觉得你的评论有用');
  expect(server.arrived[0]?.text).toContain('点赞的人 觉得你的回复有用');
});
