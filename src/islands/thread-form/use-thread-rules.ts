import {
  countCharacters,
  isBlank,
  MAX_MESSAGE_CHARACTERS,
  MAX_SUBJECT_CHARACTERS,
  MIN_SUBJECT_CHARACTERS,
  normalizeLine,
} from '#contracts/limits.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import type { DraftContent } from '#stores/drafts/draft-records.ts';
import { isBlankHtml } from '#stores/drafts/draft-records.ts';
import { useForm } from '../hooks/use-form.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { findPollProblem } from './new-poll.ts';

/** What is wrong with a subject; undefined when nothing is. */
export function findSubjectProblem(t: TFunction, subject: string): string | undefined {
  const line = normalizeLine(subject);
  const count = countCharacters(line);
  if (count < MIN_SUBJECT_CHARACTERS || isBlank(line))
    return t('writing.problem.short', { n: MIN_SUBJECT_CHARACTERS });
  return count > MAX_SUBJECT_CHARACTERS
    ? t('writing.problem.long', { count: count - MAX_SUBJECT_CHARACTERS })
    : undefined;
}

/**
 * What a thread must have before it may be sent (R16, R23). `untouched`: the message is still the
 * theme's template.
 */
export function useThreadRules(
  { forumId, themeId, subject = '', html, poll }: DraftContent,
  untouched: boolean,
) {
  const { t } = useTexts();
  return useForm(
    { forumId, themeId, subject, html, poll },
    {
      forumId: ({ forumId }) => (forumId === undefined ? t('writing.problem.forum') : undefined),
      themeId: ({ forumId, themeId }) =>
        forumId !== undefined && themeId === undefined ? t('writing.problem.theme') : undefined,
      subject: ({ subject }) => findSubjectProblem(t, subject),
      html: ({ html }) => {
        if (isBlankHtml(html)) return t('writing.problem.empty');
        if (untouched) return t('writing.problem.template');
        const over = html.length - MAX_MESSAGE_CHARACTERS;
        return over > 0 ? t('composer.tooLong', { count: over }) : undefined;
      },
      // Which of its parts is wrong, the builder says.
      poll: ({ poll }) => poll && findPollProblem(poll)?.kind,
    },
  );
}
