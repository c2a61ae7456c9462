import { countCharacters } from '#contracts/characters.ts';
import { AppError } from '#contracts/errors.ts';
import {
  MAX_POLL_DAYS,
  MAX_POLL_OPTION_CHARACTERS,
  MAX_POLL_OPTIONS,
  MAX_POLL_QUESTION_CHARACTERS,
  MIN_POLL_OPTIONS,
} from '#contracts/limits.ts';
import { nonBlankLines, normalizeLine } from '#contracts/text-lines.ts';
import { statement } from '#db/statement.ts';
import { filterLine, type SensitiveWord, type WordFilter } from '../../message/word-filter.ts';

export interface NewPoll {
  question: string;
  options: string[];
  maxChoices: number;
  days: number;
  resultsVisible: boolean;
  changeable: boolean;
}

/** Replaces words of a new poll and collects its sensitive words (R14). Throws `limit`. */
export function filterPoll(
  wordFilter: WordFilter,
  poll: NewPoll,
): { poll: NewPoll; listed: SensitiveWord[] } {
  const { text, sensitiveWords } = filterLine(
    wordFilter,
    [poll.question, ...poll.options].join('\n'),
  );
  const [question = '', ...options] = text.split('\n');
  return { poll: normalizePoll({ ...poll, question, options }), listed: sensitiveWords };
}

/** Normalizes a poll for storage. Throws `limit` (R23). */
export function normalizePoll(poll: NewPoll): NewPoll {
  const question = normalizeLine(poll.question);
  const options = nonBlankLines(poll.options);
  const areTextsValid =
    options.every((option) => countCharacters(option) <= MAX_POLL_OPTION_CHARACTERS) &&
    countCharacters(question) <= MAX_POLL_QUESTION_CHARACTERS &&
    new Set(options).size === options.length;
  const areNumbersValid =
    options.length >= MIN_POLL_OPTIONS &&
    options.length <= MAX_POLL_OPTIONS &&
    poll.maxChoices >= 1 &&
    poll.maxChoices <= options.length &&
    poll.days >= 1 &&
    poll.days <= MAX_POLL_DAYS;
  if (!areTextsValid || !areNumbersValid) throw new AppError('limit');
  return { ...poll, options, question };
}

const INSERT_POLL_ROW = `
  insert into poll (
    thread_id,
    question,
    max_choices,
    results_visible,
    changeable,
    days,
    expires_at
  )
  values (
    :id,
    :question,
    :maxChoices,
    :resultsVisible,
    :changeable,
    :days::int,
    now() + :days::int * interval '1 day'
  )`;

export const insertPoll = statement<unknown, NewPoll & { id: number }>(`
  with added as (${INSERT_POLL_ROW})
  insert into poll_option (thread_id, rank, text)
  select :id, rank - 1, text
  from unnest(:options::text[]) with ordinality as option(text, rank)`);
