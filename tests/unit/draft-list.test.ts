// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }

import { expect, test, vi } from 'vitest';
import { deleteDraft, listDrafts, restoreDraft } from '#client/drafts/draft-list.ts';
import {
  deleteRecord,
  draftOwner,
  newDraftKey,
  readDraftsOf,
  writeRecord,
} from '#client/drafts/draft-records.ts';

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

test('[R27] a draft that the server refuses stays in the browser and blocks no other one', async () => {
  const owner = draftOwner(USER_ID);
  for (const { draftKey } of readDraftsOf(owner)) deleteRecord(draftKey);
  const write = (html: string, at: number) =>
    writeRecord(newDraftKey(owner, { threadId: 3, postId: 0 }), {
      content: { html },
      at,
      id: 0,
      base: '',
      dirty: true,
    });
  write('<p>short</p>', Date.now() - 1_000);
  write('<p>too long</p>', Date.now());
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json({ code: 0, data: [], total_count: 0 });
    return String(body).includes('too long')
      ? Response.json({ code: 5, err_code: 'length', msg: 'too long' })
      : Response.json({ code: 0, data: { id: 1, updated_at: new Date().toISOString() } });
  });

  await listDrafts(USER_ID);
  const kept = readDraftsOf(owner).map(({ record }) => [record.content.html, record.dirty]);
  expect(kept).toEqual([
    ['<p>too long</p>', true],
    ['<p>short</p>', false],
  ]);
});

test('[R27] a draft that the list has without its text is restored with it', async () => {
  for (const { draftKey } of readDraftsOf(draftOwner(USER_ID))) deleteRecord(draftKey);
  const draft = {
    id: 5,
    forum_id: 1,
    thread_id: 0,
    post_id: 0,
    subject: 'long',
    language: '',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') saved.push(JSON.parse(String(body)).message);
    if (method === 'POST') return Response.json({ code: 0, data: { id: 6, updated_at: '' } });
    if (method === 'DELETE') return Response.json({ code: 0, msg: 'ok' });
    const isWhole = new URL(address, location.href).searchParams.get('id') === '5';
    const listed = isWhole
      ? { ...draft, message: '<p>whole</p>', withheld: null }
      : { ...draft, message: '', withheld: 'tooLarge' };
    return Response.json({ code: 0, data: [listed], total_count: 1 });
  });

  const { entries } = await listDrafts(USER_ID);
  const [entry] = entries;
  if (!entry) throw new Error('the draft is not listed');
  await restoreDraft(USER_ID, await deleteDraft(USER_ID, entry));
  expect(saved).toEqual(['<p>whole</p>']);
});
