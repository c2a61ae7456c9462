import { expect, test } from 'vitest';
import { member, thread } from '../support/factories.ts';
import { mailNow, setMailAddress, startMailForum } from '../support/mail-server.ts';
import { PEOPLE } from '../support/people.ts';

const { db, server, env, api } = await startMailForum();

test.each([
  ['zh', '你的主题已被锁定，不能再回复。'],
  ['en', 'Your thread was locked and can’t be replied to.'],
])(
  '[R20, R30] a mail names a moderator’s action, its target and its reason: %s',
  async (language, sentence) => {
    server.arrived = [];
    const id = await member(db);
    await setMailAddress(db, id, language);
    const me = await api.as(id);
    await me.call('PUT', '/api/v2/user/mail', { frequency: 'now' });
    const mine = await thread(db, { author: id, subject: '会被锁定的主题' });
    const moderator = await api.as(PEOPLE.administrator);
    const done = await moderator.call('POST', '/api/v2/moderation/actions', {
      action: 'close',
      kind: 'thread',
      ids: [mine.id],
      note: '问题已经解决',
      is_notify: 1,
    });
    expect(done.status).toBe(200);
    await mailNow(db, env);
    expect(server.arrived).toHaveLength(1);
    for (const text of [server.arrived[0]?.text, server.arrived[0]?.html])
      for (const part of [sentence, '会被锁定的主题', '问题已经解决']) expect(text).toContain(part);
  },
);
