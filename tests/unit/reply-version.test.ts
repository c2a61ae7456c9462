import { expect, test } from 'vitest';
import type { Reply } from '#contracts/page-model.ts';
import { replyVersion } from '#views/parts/content-version.ts';

const comment = { id: 1, html: '<p>好</p>', likesCnt: 0 };
const reply = { id: 5, html: '<p>答</p>', likesCnt: 1, comments: [comment] } as unknown as Reply;
const withComment = (changes: object) =>
  ({ ...reply, comments: [{ ...comment, ...changes }] }) as Reply;

test('[R25, R40] likes of a comment leave the version of its reply as it is', () => {
  const version = replyVersion(reply, false);
  expect(replyVersion(withComment({ likesCnt: 3 }), false)).toBe(version);
  expect(replyVersion(withComment({ html: '<p>改</p>' }), false)).not.toBe(version);
});
