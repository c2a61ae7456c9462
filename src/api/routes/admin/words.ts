import { createRoute, z } from '@hono/zod-openapi';
import {
  MAX_TRIED_TEXT_CHARACTERS,
  MAX_WORD_CHARACTERS,
  MAX_WORDS_PER_REQUEST,
  WORD_ACTIONS,
} from '#contracts/admin-choices.ts';
import { JobStartedWire } from '#contracts/wire/admin-job.ts';
import { ChangedVersionWire, tableReply } from '#contracts/wire/admin-replies.ts';
import {
  AddedWordsWire,
  AddWordsWire,
  AdminWordWire,
  ChangedCountWire,
  DryRunWire,
  EditWordWire,
  EnableWordsWire,
  TriedTextWire,
  TryTextWire,
  WordIdsWire,
} from '#contracts/wire/admin-word.ts';
import { startFilterDryRun } from '#domain/word/filter-dry-run.ts';
import { exportWords, readWords, testText, WORD_ORDERS } from '#domain/word/read.ts';
import { addWords, deleteWords, editWord, enableWords } from '#domain/word/save.ts';
import { maxJsonBytes } from '#platform/limits.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalFilter, tableQuery, toLikePattern, toOrderBySql } from './table-query.ts';

/* Sensitive words (R14). */

export const adminWordRoutes = createRouter();

const wordsQuery = tableQuery(
  ['word', 'action', 'enabled', 'created_at', 'updated_at'],
  '-updated_at',
  {
    action: optionalFilter(z.enum(WORD_ACTIONS)),
    enabled: optionalFilter(z.enum(['0', '1'])),
  },
);
const toWordFilter = ({ action, enabled, q }: z.output<typeof wordsQuery>) => ({
  action,
  enabled: enabled === undefined ? undefined : enabled === '1',
  pattern: q === undefined ? undefined : toLikePattern(q),
});

adminWordRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/words',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Sensitive words',
    request: { query: wordsQuery },
    responses: jsonResponses(tableReply(AdminWordWire)),
  }),
  async (c) => {
    const query = c.req.valid('query');
    return c.json(
      await readWords(
        c.var.deps.db,
        toWordFilter(query),
        toOrderBySql(query.sort, WORD_ORDERS, 'w.id'),
        query.offset,
        query.limit,
      ),
      200,
    );
  },
);

adminWordRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/words.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: wordsQuery },
    responses: csvResponses,
  }),
  (c) => {
    const query = c.req.valid('query');
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
      exportWords(
        c.var.deps.db,
        toWordFilter(query),
        toOrderBySql(query.sort, WORD_ORDERS, 'w.id'),
      ),
    );
  },
);

adminWordRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words',
    ...requireRight('word.edit'),
    tags: adminTags,
    summary: 'Adds words',
    request: {
      body: jsonBody(AddWordsWire, maxJsonBytes(MAX_WORDS_PER_REQUEST * MAX_WORD_CHARACTERS)),
    },
    responses: jsonResponses(AddedWordsWire),
  }),
  async (c) =>
    c.json(await addWords(c.var.deps.db, getAdministrator(c).userId, c.req.valid('json')), 200),
);

adminWordRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/words/{id}',
    ...requireRight('word.edit'),
    tags: adminTags,
    summary: 'Changes a word',
    request: { params: z.object({ id: requiredId }), body: jsonBody(EditWordWire) },
    responses: {
      ...jsonResponses(ChangedVersionWire),
      409: { description: '`conflict` with the present word in `err_payload`, or `inUse`' },
    },
  }),
  async (c) => {
    const { version, ...fields } = c.req.valid('json');
    return c.json(
      await editWord(
        c.var.deps.db,
        getAdministrator(c).userId,
        c.req.valid('param').id,
        fields,
        version,
      ),
      200,
    );
  },
);

adminWordRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words/enable',
    ...requireRight('word.edit'),
    tags: adminTags,
    summary: 'Turns words on or off',
    request: { body: jsonBody(EnableWordsWire) },
    responses: jsonResponses(ChangedCountWire),
  }),
  async (c) => {
    const { ids, enabled } = c.req.valid('json');
    return c.json(
      { changed: await enableWords(c.var.deps.db, getAdministrator(c).userId, ids, enabled) },
      200,
    );
  },
);

adminWordRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words/delete',
    ...requireRight('word.edit'),
    tags: adminTags,
    summary: 'Deletes words',
    request: { body: jsonBody(WordIdsWire) },
    responses: jsonResponses(ChangedCountWire),
  }),
  async (c) =>
    c.json(
      {
        changed: await deleteWords(
          c.var.deps.db,
          getAdministrator(c).userId,
          c.req.valid('json').ids,
        ),
      },
      200,
    ),
);

adminWordRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words/try',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'What would happen to a text',
    description: 'Nothing is stored.',
    request: { body: jsonBody(TryTextWire, maxJsonBytes(MAX_TRIED_TEXT_CHARACTERS)) },
    responses: jsonResponses(TriedTextWire),
  }),
  async (c) => c.json(await testText(c.var.deps.db, c.req.valid('json').text), 200),
);

adminWordRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/words/dry-run',
    ...requireRight('word.edit'),
    tags: adminTags,
    summary: 'Looks through all posts for words',
    description:
      'A job; what it finds is read at `/api/v2/admin/jobs/{id}/items`. Nothing is changed.',
    request: {
      body: jsonBody(DryRunWire, maxJsonBytes(MAX_WORDS_PER_REQUEST * MAX_WORD_CHARACTERS)),
    },
    responses: jsonResponses(JobStartedWire),
  }),
  async (c) =>
    c.json(
      {
        job: await startFilterDryRun(
          c.var.deps.db,
          getAdministrator(c).userId,
          c.req.valid('json').words,
        ),
      },
      200,
    ),
);
