import {
  MAX_TRIED_TEXT_CHARACTERS,
  MAX_WORD_CHARACTERS,
  MAX_WORDS_PER_REQUEST,
  WORD_ACTIONS,
} from '#contracts/admin-choices.ts';
import { JobStartedWire } from '#contracts/wire/admin-job.ts';
import { ChangedVersionWire } from '#contracts/wire/admin-replies.ts';
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
import { testText, wordTable } from '#domain/word/read.ts';
import { addWords, deleteWords, editWord, enableWords } from '#domain/word/save.ts';
import { maxJsonBytes } from '#platform/limits.ts';
import { createRouter } from '../../http/router.ts';
import { addAdminCall } from './admin-call.ts';
import { optionalChoice } from './table-query.ts';
import { addTableRoutes } from './table-routes.ts';

/* Sensitive words (R14). */

export const adminWordRoutes = createRouter();

addTableRoutes(adminWordRoutes, {
  path: '/v2/admin/words',
  right: 'admin.read',
  summary: 'Sensitive words',
  table: wordTable,
  row: AdminWordWire,
  filters: { action: optionalChoice(WORD_ACTIONS), enabled: optionalChoice(['0', '1']) },
  defaultSort: '-updated_at',
  csv: {
    name: 'words',
    columns: ['word', 'action', 'replacement', 'enabled', 'created_by', 'created_at', 'updated_at'],
  },
});

const maxWordsBytes = maxJsonBytes(MAX_WORDS_PER_REQUEST * MAX_WORD_CHARACTERS);

addAdminCall(adminWordRoutes, 'POST /v2/admin/words', {
  right: 'word.edit',
  summary: 'Adds words',
  body: AddWordsWire,
  maxBytes: maxWordsBytes,
  reply: AddedWordsWire,
  run: ({ db, actorId, body }) => addWords(db, actorId, body),
});

addAdminCall(adminWordRoutes, 'PUT /v2/admin/words/{id}', {
  right: 'word.edit',
  summary: 'Changes a word',
  body: EditWordWire,
  reply: ChangedVersionWire,
  errors: { 409: '`conflict` with the present word in `err_payload`, or `inUse`' },
  run: ({ db, actorId, id, body: { version, ...fields } }) =>
    editWord(db, actorId, id, fields, version),
});

addAdminCall(adminWordRoutes, 'POST /v2/admin/words/enable', {
  right: 'word.edit',
  summary: 'Turns words on or off',
  body: EnableWordsWire,
  reply: ChangedCountWire,
  run: async ({ db, actorId, body: { ids, enabled } }) => ({
    changed: await enableWords(db, actorId, ids, enabled),
  }),
});

addAdminCall(adminWordRoutes, 'POST /v2/admin/words/delete', {
  right: 'word.edit',
  summary: 'Deletes words',
  body: WordIdsWire,
  reply: ChangedCountWire,
  run: async ({ db, actorId, body }) => ({ changed: await deleteWords(db, actorId, body.ids) }),
});

addAdminCall(adminWordRoutes, 'POST /v2/admin/words/try', {
  right: 'admin.read',
  summary: 'What would happen to a text',
  description: 'Nothing is stored.',
  body: TryTextWire,
  maxBytes: maxJsonBytes(MAX_TRIED_TEXT_CHARACTERS),
  reply: TriedTextWire,
  run: ({ db, body }) => testText(db, body.text),
});

addAdminCall(adminWordRoutes, 'POST /v2/admin/words/dry-run', {
  right: 'word.edit',
  summary: 'Looks through all posts for words',
  description:
    'A job; what it finds is read at `/api/v2/admin/jobs/{id}/items`. Nothing is changed.',
  body: DryRunWire,
  maxBytes: maxWordsBytes,
  reply: JobStartedWire,
  run: async ({ db, actorId, body }) => ({
    job: await startFilterDryRun(db, actorId, body.words),
  }),
});
