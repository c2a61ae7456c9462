import {
  countCharacters,
  filledLines,
  lineOf,
  POLL_DAYS_MAX,
  POLL_OPTION_MAX,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  POLL_QUESTION_MAX,
} from '#contracts/limits.ts';
import type { NewPollWire } from '#contracts/wire/writing.ts';
import type { ShownPoll } from '../ui/PollView.tsx';

/* What a poll may be, as domain/thread/create.ts judges it. */

export const FRESH_POLL: NewPollWire = {
  question: '',
  options: ['', ''],
  maxchoices: 1,
  poll_day: 7,
  visible: 1,
};

export type PollProblem =
  | { kind: 'few' }
  | { kind: 'question' }
  | { kind: 'long' | 'twice'; option: number }
  | { kind: 'days' }
  | { kind: 'choices'; most: number };

/** The options as they will stand: without the empty ones. */
export const filledOptions = ({ options }: NewPollWire): string[] => filledLines(options);

/** The first thing that is wrong with a poll. */
export function pollProblem(poll: NewPollWire): PollProblem | undefined {
  const texts = poll.options.map(lineOf);
  const filled = filledOptions(poll);
  const long = texts.findIndex((text) => countCharacters(text) > POLL_OPTION_MAX);
  const twice = texts.findIndex((text, index) => text !== '' && texts.indexOf(text) < index);
  if (countCharacters(lineOf(poll.question)) > POLL_QUESTION_MAX) return { kind: 'question' };
  if (long >= 0) return { kind: 'long', option: long };
  if (twice >= 0) return { kind: 'twice', option: twice };
  if (filled.length < POLL_OPTIONS_MIN) return { kind: 'few' };
  if (!Number.isInteger(poll.poll_day) || poll.poll_day < 1 || poll.poll_day > POLL_DAYS_MAX)
    return { kind: 'days' };
  if (!Number.isInteger(poll.maxchoices) || poll.maxchoices < 1 || poll.maxchoices > filled.length)
    return { kind: 'choices', most: filled.length };
  return undefined;
}

export const mayAdd = ({ options }: NewPollWire): boolean => options.length < POLL_OPTIONS_MAX;

/** A list with one entry at another place. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from] as Entry, ...rest.slice(to)];
}

/** As it is sent. */
export const pollToSend = (poll: NewPollWire): NewPollWire => ({
  ...poll,
  question: lineOf(poll.question),
  options: filledOptions(poll),
});

/** As its page will show it when it is published now. */
export function asPublished(poll: NewPollWire): ShownPoll {
  const { question, options, maxchoices, poll_day, visible } = pollToSend(poll);
  const days = Math.min(POLL_DAYS_MAX, Math.max(1, poll_day || 1));
  return {
    pollpreview: question,
    maxchoices,
    voters: 0,
    expiration: new Date(Date.now() + days * 86_400_000).toISOString(),
    poll_expire: true,
    visible,
    forum_polloption: options.map((polloption, polloptionid) => ({
      polloptionid,
      polloption,
      votes: 0,
      rate: 0,
    })),
    polloptionids: null,
  };
}
