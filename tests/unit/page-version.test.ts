import { expect, test, vi } from 'vitest';
import { fetchPageVersion } from '#client/core/page-version.ts';

const answerWith = (text: string, headers: Record<string, string> = {}, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(text, { status, headers }));

test('[R40] a page that was only compressed again is the same page to a waiting client', async () => {
  answerWith('<p>text</p>', { etag: '"quick"' });
  const before = await fetchPageVersion('/zh/post/1');
  answerWith('<p>text</p>', { etag: '"small"' });
  expect(await fetchPageVersion('/zh/post/1')).toBe(before);
  answerWith('<p>more</p>', { etag: '"small"' });
  expect(await fetchPageVersion('/zh/post/1')).not.toBe(before);
});

test('[R40] a page that is rendered for each request is live, and one that isn’t there has no version', async () => {
  answerWith('<p>text</p>');
  expect(await fetchPageVersion('/zh/post/1')).toBe('live');
  answerWith('', { etag: '"none"' }, 404);
  expect(await fetchPageVersion('/zh/post/1')).toBeUndefined();
});
