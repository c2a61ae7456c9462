import { countCharacters } from '#contracts/characters.ts';
import {
  MAX_POLL_DAYS,
  MAX_POLL_OPTION_CHARACTERS,
  MAX_POLL_OPTIONS,
  MAX_POLL_QUESTION_CHARACTERS,
  MIN_POLL_OPTIONS,
} from '#contracts/limits.ts';
import { nonBlankLines, normalizeLine } from '#contracts/text-lines.ts';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import type { ShownPoll } from '../components/PollView.tsx';

/* The rules of a poll; domain/content/thread/create.ts checks the same ones. */

export const EMPTY_POLL: NewPollWire = {
  question: '',
  options: ['', ''],
  maxchoices: 1,
  poll_day: 7,
  visible: 1,
  changeable: 1,
};

export type PollProblem =
  | { kind: 'few' }
  | { kind: 'question' }
  | { kind: 'long' | 'twice'; option: number }
  | { kind: 'days' }
  | { kind: 'choices'; most: number };

export const filledOptions = ({ options }: NewPollWire): string[] => nonBlankLines(options);

export function findPollProblem(poll: NewPollWire): PollProblem | undefined {
  const texts = poll.options.map(normalizeLine);
  const filled = filledOptions(poll);
  const long = texts.findIndex((text) => countCharacters(text) > MAX_POLL_OPTION_CHARACTERS);
  const twice = texts.findIndex((text, index) => text !== '' && texts.indexOf(text) < index);
  if (countCharacters(normalizeLine(poll.question)) > MAX_POLL_QUESTION_CHARACTERS)
    return { kind: 'question' };
  if (long >= 0) return { kind: 'long', option: long };
  if (twice >= 0) return { kind: 'twice', option: twice };
  if (filled.length < MIN_POLL_OPTIONS) return { kind: 'few' };
  if (!Number.isInteger(poll.poll_day) || poll.poll_day < 1 || poll.poll_day > MAX_POLL_DAYS)
    return { kind: 'days' };
  if (!Number.isInteger(poll.maxchoices) || poll.maxchoices < 1 || poll.maxchoices > filled.length)
    return { kind: 'choices', most: filled.length };
  return undefined;
}

/** A key of the problem's text, stable when options are reordered. */
export const problemKey = (poll: NewPollWire, problem: PollProblem | undefined): string =>
  problem === undefined
    ? ''
    : 'option' in problem
      ? `${problem.kind} ${poll.options[problem.option]}`
      : problem.kind;

export const mayAddOption = ({ options }: NewPollWire): boolean =>
  options.length < MAX_POLL_OPTIONS;

export const normalizePoll = (poll: NewPollWire): NewPollWire => ({
  ...poll,
  question: normalizeLine(poll.question),
  options: filledOptions(poll),
});

/** The poll as its page will show it. */
export function toShownPoll(poll: NewPollWire): ShownPoll {
  const { question, options, maxchoices, poll_day, visible, changeable } = normalizePoll(poll);
  const days = Math.min(MAX_POLL_DAYS, Math.max(1, poll_day || 1));
  return {
    question,
    maxChoices: maxchoices,
    votersCnt: 0,
    expiresAt: new Date(Date.now() + days * 86_400_000),
    expired: false,
    resultsVisible: visible === 1,
    changeable: changeable === 1,
    options: options.map((text, id) => ({ id, text, votesCnt: 0, rate: 0 })),
  };
}
