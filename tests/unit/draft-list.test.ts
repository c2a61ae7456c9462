// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }

import { expect, test, vi } from 'vitest';
import { deleteDraft, listDrafts } from '#stores/drafts/draft-list.ts';
import {
  draftOwner,
  newDraftKey,
  readDraftsOf,
  writeRecord,
} from '#stores/drafts/draft-records.ts';

const USER_ID = 7;

test('[R27] a member deletes a draft that only this browser has, while the API is down', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const owner = draftOwner(USER_ID);
  for (const text of ['one', 'other'])
    writeRecord(newDraftKey(owner, { threadId: 3, postId: 0 }), {
      content: { html: `<p>${text}</p>` },
      at: Date.now(),
      id: 0,
      base: '',
      dirty: true,
    });

  const { entries, failure } = await listDrafts(USER_ID);
  expect(failure).toBeDefined();
  expect(entries).toHaveLength(2);
  const entry = entries.find(({ content }) => content.html === '<p>one</p>');
  if (!entry) throw new Error('the draft is not listed');
  await deleteDraft(USER_ID, entry);

  expect(readDraftsOf(owner).map(({ record }) => record.content.html)).toEqual(['<p>other</p>']);
});
