import { z } from 'zod';
import {
  MAX_TRIED_TEXT_CHARACTERS,
  MAX_WORD_CHARACTERS,
  MAX_WORDS_PER_REQUEST,
  WORD_ACTIONS,
} from '../admin-choices.ts';
import { INT_MAX, int } from './field-types.ts';

/* Sensitive words (R14), as administrators keep them. */

const id = z.int().min(1).max(2_147_483_647);
const word = z.string().trim().min(1).max(MAX_WORD_CHARACTERS);
const replacement = z.string().trim().max(MAX_WORD_CHARACTERS).default('');

export const AdminWordWire = z
  .object({
    id: int,
    word: z.string(),
    action: z.enum(WORD_ACTIONS),
    replacement: z.string(),
    enabled: z.boolean(),
    version: int,
    created_by: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'AdminWord' });
export type AdminWordWire = z.infer<typeof AdminWordWire>;

export const AddWordsWire = z
  .object({
    words: z.array(word).min(1).max(MAX_WORDS_PER_REQUEST),
    action: z.enum(WORD_ACTIONS),
    replacement,
  })
  .meta({ id: 'AddWords' });
export const AddedWordsWire = z
  .object({ added: int, known: z.array(z.string()), unusable: z.array(z.string()) })
  .meta({
    id: 'AddedWords',
    description:
      '`known` are on the list already, however written; of `unusable` too little is left to be looked for',
  });
export type AddedWordsWire = z.infer<typeof AddedWordsWire>;

export const EditWordWire = z
  .object({
    word,
    action: z.enum(WORD_ACTIONS),
    replacement,
    enabled: z.boolean(),
    version: z.int().min(1).max(INT_MAX),
  })
  .meta({ id: 'EditWord' });
export const EnableWordsWire = z
  .object({ ids: z.array(id).min(1).max(MAX_WORDS_PER_REQUEST), enabled: z.boolean() })
  .meta({ id: 'EnableWords' });
export const WordIdsWire = z
  .object({ ids: z.array(id).min(1).max(MAX_WORDS_PER_REQUEST) })
  .meta({ id: 'WordIds' });
export const ChangedCountWire = z.object({ changed: int }).meta({ id: 'ChangedCount' });

export const TryTextWire = z
  .object({ text: z.string().max(MAX_TRIED_TEXT_CHARACTERS) })
  .meta({ id: 'TryText' });
export const TriedTextWire = z
  .object({
    /** What would happen: refused, waits for a moderator, or stands, perhaps with other words. */
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
  })
  .meta({ id: 'TriedText' });
export type TriedTextWire = z.infer<typeof TriedTextWire>;

/** Without words: the list as it is now. */
export const DryRunWire = z
  .object({ words: z.array(word).max(MAX_WORDS_PER_REQUEST).default([]) })
  .meta({ id: 'DryRun' });
