import { startFilterDryRun } from '#domain/message/word/filter-dry-run.ts';
import { testText, wordTable } from '#domain/message/word/read.ts';
import { addWords, deleteWords, editWord, enableWords } from '#domain/message/word/save.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { answerTable } from './answer-table.ts';

/* Sensitive words (R14). */

export const adminWordRoutes = answerCalls({
  ...answerTable('GET /v2/admin/words', { table: wordTable }),

  'POST /v2/admin/words': (_, { db, actorId, body }) => addWords(db, actorId, body),

  'PUT /v2/admin/words/{id}': (_, { db, actorId, id, body: { version, ...fields } }) =>
    editWord(db, actorId, id, fields, version),

  'POST /v2/admin/words/enable': async (_, { db, actorId, body: { ids, enabled } }) => ({
    changed: await enableWords(db, actorId, ids, enabled),
  }),

  'POST /v2/admin/words/delete': async (_, { db, actorId, body }) => ({
    changed: await deleteWords(db, actorId, body.ids),
  }),

  'POST /v2/admin/words/try': (_, { db, body }) => testText(db, body.text),

  'POST /v2/admin/words/dry-run': async (_, { db, actorId, body }) => ({
    job: await startFilterDryRun(db, actorId, body.words),
  }),
});
