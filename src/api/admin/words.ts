import { createRoute, z } from '@hono/zod-openapi';
import { jsonBytes } from '#contracts/limits.ts';
import { JobStartedWire } from '#contracts/wire/admin-job.ts';
import {
  AddedWordsWire,
  AddWordsWire,
  AdminWordWire,
  ChangedCountWire,
  DryRunWire,
  EditWordWire,
  EnableWordsWire,
  TRIED_TEXT_MAX,
  TriedTextWire,
  TryTextWire,
  WORD_ACTIONS,
  WORD_MAX,
  WORDS_AT_ONCE,
  WordIdsWire,
} from '#contracts/wire/admin-word.ts';
import { int } from '#contracts/wire/scalars.ts';
import { startDryRun } from '#domain/word/dry-run.ts';
import { exportWords, readWords, tryText, WORD_ORDERS } from '#domain/word/read.ts';
import { addWords, deleteWords, editWord, enableWords } from '#domain/word/save.ts';
import { may } from '../middleware/may.ts';
import { requiredId } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { administrator, tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { given, likeAnywhere, orderSql, tableQuery, tableReply } from './table.ts';

/* Sensitive words (R14). */

export const adminWords = router();

const query = tableQuery(['word', 'action', 'enabled', 'created_at', 'updated_at'], '-updated_at', {
  action: given(z.enum(WORD_ACTIONS)),
  enabled: given(z.enum(['0', '1'])),
});
const filterOf = ({ action, enabled, q }: z.output<typeof query>) => ({
  action,
  enabled: enabled === undefined ? undefined : enabled === '1',
  pattern: q === undefined ? undefined : likeAnywhere(q),
});

adminWords.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/words',
    ...may('admin.read'),
    tags,
    summary: 'Sensitive words',
    request: { query },
    responses: replies(tableReply(AdminWordWire)),
  }),
  async (c) => {
    const asked = c.req.valid('query');
    return c.json(
      await readWords(
        c.var.deps.db,
        filterOf(asked),
        orderSql(asked.sort, WORD_ORDERS, 'w.id'),
        asked.offset,
        asked.limit,
      ),
      200,
    );
  },
);

adminWords.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/words.csv',
    ...may('admin.read'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query },
    responses: csvReply,
  }),
  (c) => {
    const asked = c.req.valid('query');
    return sendCsv(
      c,
      'words',
      {
        word: (row) => row.word,
        action: (row) => row.action,
        replacement: (row) => row.replacement,
        enabled: (row) => Number(row.enabled),
        created_by: (row) => row.created_by,
        created_at: (row) => row.created_at,
        updated_at: (row) => row.updated_at,
      },
      exportWords(c.var.deps.db, filterOf(asked), orderSql(asked.sort, WORD_ORDERS, 'w.id')),
    );
  },
);

adminWords.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words',
    ...may('word.edit'),
    tags,
    summary: 'Adds words',
    request: { body: jsonBody(AddWordsWire, jsonBytes(WORDS_AT_ONCE * WORD_MAX)) },
    responses: replies(AddedWordsWire),
  }),
  async (c) =>
    c.json(await addWords(c.var.deps.db, administrator(c).userId, c.req.valid('json')), 200),
);

adminWords.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/words/{id}',
    ...may('word.edit'),
    tags,
    summary: 'Changes a word',
    request: { params: z.object({ id: requiredId }), body: jsonBody(EditWordWire) },
    responses: {
      ...replies(z.object({ version: int })),
      409: { description: '`conflict` with the present word in `err_payload`, or `inUse`' },
    },
  }),
  async (c) => {
    const { version, ...fields } = c.req.valid('json');
    return c.json(
      await editWord(
        c.var.deps.db,
        administrator(c).userId,
        c.req.valid('param').id,
        fields,
        version,
      ),
      200,
    );
  },
);

adminWords.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words/enable',
    ...may('word.edit'),
    tags,
    summary: 'Turns words on or off',
    request: { body: jsonBody(EnableWordsWire) },
    responses: replies(ChangedCountWire),
  }),
  async (c) => {
    const { ids, enabled } = c.req.valid('json');
    return c.json(
      { changed: await enableWords(c.var.deps.db, administrator(c).userId, ids, enabled) },
      200,
    );
  },
);

adminWords.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words/delete',
    ...may('word.edit'),
    tags,
    summary: 'Deletes words',
    request: { body: jsonBody(WordIdsWire) },
    responses: replies(ChangedCountWire),
  }),
  async (c) =>
    c.json(
      {
        changed: await deleteWords(c.var.deps.db, administrator(c).userId, c.req.valid('json').ids),
      },
      200,
    ),
);

adminWords.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words/try',
    ...may('admin.read'),
    tags,
    summary: 'What would happen to a text',
    description: 'Nothing is stored.',
    request: { body: jsonBody(TryTextWire, jsonBytes(TRIED_TEXT_MAX)) },
    responses: replies(TriedTextWire),
  }),
  async (c) => c.json(await tryText(c.var.deps.db, c.req.valid('json').text), 200),
);

adminWords.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words/dry-run',
    ...may('word.edit'),
    tags,
    summary: 'Looks through all posts for words',
    description:
      'A job; what it finds is read at `/api/v2/admin/jobs/{id}/items`. Nothing is changed.',
    request: { body: jsonBody(DryRunWire, jsonBytes(WORDS_AT_ONCE * WORD_MAX)) },
    responses: replies(JobStartedWire),
  }),
  async (c) =>
    c.json(
      { job: await startDryRun(c.var.deps.db, administrator(c).userId, c.req.valid('json').words) },
      200,
    ),
);
