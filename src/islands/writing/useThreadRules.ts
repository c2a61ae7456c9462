import {
  countCharacters,
  isBlank,
  lineOf,
  MESSAGE_MAX,
  SUBJECT_MAX,
  SUBJECT_MIN,
} from '#contracts/limits.ts';
import type { T } from '#i18n/key.ts';
import type { DraftContent } from '#stores/draft-sheets.ts';
import { isBlankHtml } from '#stores/draft-sheets.ts';
import { useForm } from '../ui/form.ts';
import { useTexts } from '../ui/text.ts';
import { pollProblem } from './poll.ts';

/** What is wrong with a subject; undefined when nothing is. */
export function subjectProblem(t: T, subject: string): string | undefined {
  const line = lineOf(subject);
  const count = countCharacters(line);
  if (count < SUBJECT_MIN || isBlank(line)) return t('writing.problem.short', { n: SUBJECT_MIN });
  return count > SUBJECT_MAX
    ? t('writing.problem.long', { count: count - SUBJECT_MAX })
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
      subject: ({ subject }) => subjectProblem(t, subject),
      html: ({ html }) => {
        if (isBlankHtml(html)) return t('writing.problem.empty');
        if (untouched) return t('writing.problem.template');
        const over = html.length - MESSAGE_MAX;
        return over > 0 ? t('composer.tooLong', { count: over }) : undefined;
      },
      // Which of its parts is wrong, the builder says.
      poll: ({ poll }) => poll && pollProblem(poll)?.kind,
    },
  );
}
