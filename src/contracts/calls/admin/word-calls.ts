import { z } from '@hono/zod-openapi';
import {
  MAX_TRIED_TEXT_CHARACTERS,
  MAX_WORD_CHARACTERS,
  MAX_WORDS_PER_REQUEST,
  WORD_ACTIONS,
} from '../../admin-choices.ts';
import { JobStartedWire } from '../../wire/admin-job.ts';
import { ChangedVersionWire } from '../../wire/admin-replies.ts';
import { INT_MAX, int, namedObject } from '../../wire/field-types.ts';
import { table, tagged } from '../call-spec.ts';

/* Sensitive words (R14), as administrators manage them. */

const id = z.int().min(1).max(2_147_483_647);
const word = z.string().trim().min(1).max(MAX_WORD_CHARACTERS);
const replacement = z.string().trim().max(MAX_WORD_CHARACTERS).default('');

export const AdminWordWire = namedObject('AdminWord', {
  id: int,
  word: z.string(),
  action: z.enum(WORD_ACTIONS),
  replacement: z.string(),
  enabled: z.boolean(),
  version: int,
  created_by: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AdminWordWire = z.infer<typeof AdminWordWire>;

const AddWordsWire = namedObject('AddWords', {
  words: z.array(word).min(1).max(MAX_WORDS_PER_REQUEST),
  action: z.enum(WORD_ACTIONS),
  replacement,
});
export const AddedWordsWire = z
  .object({ added: int, known: z.array(z.string()), unusable: z.array(z.string()) })
  .meta({
    id: 'AddedWords',
    description:
      '`known`: words already on the list, in any spelling. `unusable`: words that are too short after normalization',
  });
export type AddedWordsWire = z.infer<typeof AddedWordsWire>;

const EditWordWire = namedObject('EditWord', {
  word,
  action: z.enum(WORD_ACTIONS),
  replacement,
  enabled: z.boolean(),
  version: z.int().min(1).max(INT_MAX),
});
const EnableWordsWire = namedObject('EnableWords', {
  ids: z.array(id).min(1).max(MAX_WORDS_PER_REQUEST),
  enabled: z.boolean(),
});
const WordIdsWire = namedObject('WordIds', { ids: z.array(id).min(1).max(MAX_WORDS_PER_REQUEST) });
const ChangedCountWire = namedObject('ChangedCount', { changed: int });

const TryTextWire = namedObject('TryText', { text: z.string().max(MAX_TRIED_TEXT_CHARACTERS) });
export const TriedTextWire = namedObject('TriedText', {
  /** Refused, pending review, published with changes, or published unchanged. */
  outcome: z.enum(['refused', 'review', 'changed', 'clean']),
  text: z.string(),
  findings: z.array(
    z.object({
      start: int,
      end: int,
      word: z.string(),
      action: z.enum(WORD_ACTIONS),
      replacement: z.string(),
    }),
  ),
});
export type TriedTextWire = z.infer<typeof TriedTextWire>;

/** Without words: uses the stored list. */
const DryRunWire = namedObject('DryRun', {
  words: z.array(word).max(MAX_WORDS_PER_REQUEST).default([]),
});

const maxCharacters = MAX_WORDS_PER_REQUEST * MAX_WORD_CHARACTERS;

export const WORD_CALLS = tagged('admin', {
  'GET /v2/admin/words': {
    right: 'admin.read',
    summary: 'Lists sensitive words',
    ...table(AdminWordWire, 'GET /v2/admin/words', {
      csv: ['word', 'action', 'replacement', 'enabled', 'created_by', 'created_at', 'updated_at'],
    }),
  },
  'POST /v2/admin/words': {
    right: 'word.edit',
    summary: 'Adds sensitive words',
    body: AddWordsWire,
    maxCharacters,
    reply: AddedWordsWire,
  },
  'PUT /v2/admin/words/{id}': {
    right: 'word.edit',
    summary: 'Edits a sensitive word',
    body: EditWordWire,
    reply: ChangedVersionWire,
    errors: { 409: '`conflict` with the current word in `err_payload`, or `inUse`' },
  },
  'POST /v2/admin/words/enable': {
    right: 'word.edit',
    summary: 'Enables or disables sensitive words',
    body: EnableWordsWire,
    reply: ChangedCountWire,
  },
  'POST /v2/admin/words/delete': {
    right: 'word.edit',
    summary: 'Deletes sensitive words',
    body: WordIdsWire,
    reply: ChangedCountWire,
  },
  'POST /v2/admin/words/try': {
    right: 'admin.read',
    summary: 'Applies the sensitive words to a text',
    description: 'Nothing is stored.',
    body: TryTextWire,
    maxCharacters: MAX_TRIED_TEXT_CHARACTERS,
    reply: TriedTextWire,
  },
  'POST /v2/admin/words/dry-run': {
    right: 'word.edit',
    summary: 'Searches all posts for sensitive words',
    description:
      'Starts a job that changes nothing. Read its results at `/api/v2/admin/jobs/{id}/items`.',
    body: DryRunWire,
    maxCharacters,
    reply: JobStartedWire,
  },
});
