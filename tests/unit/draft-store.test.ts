// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }

import { expect, test, vi } from 'vitest';
import { draftOwner, NEW_THREAD, newDraftKey, writeRecord } from '#client/drafts/draft-records.ts';
import { createDraftStore } from '#client/drafts/draft-store.ts';

const USER_ID = 7;
const DRAFT_ID = 12;

test('[R27] a draft of this browser is shown while the server has not answered', async () => {
  writeRecord(newDraftKey(draftOwner(USER_ID), NEW_THREAD), {
    content: { html: '<p>local</p>' },
    at: Date.now(),
    id: DRAFT_ID,
    base: '2026-01-01T00:00:00Z',
    dirty: false,
  });
  const { promise: answer, resolve: answerWith } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer);
  const store = createDraftStore();
  const local = Promise.withResolvers<string>();
  store.$content.listen(({ html }) => local.resolve(html));
  const opened = store.open(USER_ID, NEW_THREAD, { id: DRAFT_ID });

  expect(await local.promise).toBe('<p>local</p>');
  answerWith(Response.json({ code: 0, data: [], total_count: 0 }));
  expect(await opened).toBe(false);
});
