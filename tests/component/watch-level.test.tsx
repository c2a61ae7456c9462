import { beforeEach, expect, test } from 'vitest';
import { setWatchLevel } from '#client/watch/edit-watching.ts';
import { answerCalls, callsOf } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

beforeEach(() => {
  answerCalls({
    'POST /v2/user/watch': () => Response.json({ code: 0 }),
    'GET /v1/login/is_login': () => Response.json(null),
  });
  renderIsland(null, { as: MEMBER });
});

test.each([
  ['user', 'muted', '已拉黑'],
  ['thread', 'muted', '已设为免打扰'],
  ['user', 'all', '已关注，有新动态会通知你'],
] as const)('[R30] a %s that is now %s', async (kind, level, words) => {
  await setWatchLevel(kind, 7, level);
  await findToast(words);
  expect(callsOf('POST /v2/user/watch')[0]?.body).toEqual({ kind, id: 7, level });
});
