import {
  MAX_TRIED_TEXT_CHARACTERS,
  MAX_WORD_CHARACTERS,
  MAX_WORDS_PER_REQUEST,
  WORD_ACTIONS,
} from '../../admin-choices.ts';
import { JobStartedWire } from '../../wire/admin-job.ts';
import { ChangedVersionWire } from '../../wire/admin-replies.ts';
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
} from '../../wire/admin-word.ts';
import { table, tagged } from '../call-spec.ts';
import { optionalChoice } from '../params.ts';

const maxCharacters = MAX_WORDS_PER_REQUEST * MAX_WORD_CHARACTERS;

export const WORD_CALLS = tagged('admin', {
  'GET /v2/admin/words': {
    right: 'admin.read',
    summary: 'Sensitive words',
    ...table(AdminWordWire, {
      orders: ['word', 'action', 'enabled', 'created_at', 'updated_at'],
      sort: '-updated_at',
      filters: { action: optionalChoice(WORD_ACTIONS), enabled: optionalChoice(['0', '1']) },
      csv: true,
    }),
  },
  'POST /v2/admin/words': {
    right: 'word.edit',
    summary: 'Adds words',
    body: AddWordsWire,
    maxCharacters,
    reply: AddedWordsWire,
  },
  'PUT /v2/admin/words/{id}': {
    right: 'word.edit',
    summary: 'Changes a word',
    body: EditWordWire,
    reply: ChangedVersionWire,
    errors: { 409: '`conflict` with the present word in `err_payload`, or `inUse`' },
  },
  'POST /v2/admin/words/enable': {
    right: 'word.edit',
    summary: 'Turns words on or off',
    body: EnableWordsWire,
    reply: ChangedCountWire,
  },
  'POST /v2/admin/words/delete': {
    right: 'word.edit',
    summary: 'Deletes words',
    body: WordIdsWire,
    reply: ChangedCountWire,
  },
  'POST /v2/admin/words/try': {
    right: 'admin.read',
    summary: 'What would happen to a text',
    description: 'Nothing is stored.',
    body: TryTextWire,
    maxCharacters: MAX_TRIED_TEXT_CHARACTERS,
    reply: TriedTextWire,
  },
  'POST /v2/admin/words/dry-run': {
    right: 'word.edit',
    summary: 'Looks through all posts for words',
    description:
      'A job; what it finds is read at `/api/v2/admin/jobs/{id}/items`. Nothing is changed.',
    body: DryRunWire,
    maxCharacters,
    reply: JobStartedWire,
  },
});
