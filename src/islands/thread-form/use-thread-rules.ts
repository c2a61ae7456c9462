import type { DraftContent } from '#client/drafts/draft-records.ts';
import { isBlankHtml } from '#client/drafts/draft-records.ts';
import { countCharacters } from '#contracts/characters.ts';
import {
  MAX_MESSAGE_CHARACTERS,
  MAX_SUBJECT_CHARACTERS,
  MIN_SUBJECT_CHARACTERS,
} from '#contracts/limits.ts';
import { isBlank, normalizeLine } from '#contracts/text-lines.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { useForm } from '../hooks/use-form.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { findPollProblem } from './new-poll.ts';

export function findSubjectProblem(t: TFunction, subject: string): string | undefined {
  const line = normalizeLine(subject);
  const count = countCharacters(line);
  if (count < MIN_SUBJECT_CHARACTERS || isBlank(line))
    return t('writing.problem.short', { n: MIN_SUBJECT_CHARACTERS });
  return count > MAX_SUBJECT_CHARACTERS
    ? t('writing.problem.long', { count: count - MAX_SUBJECT_CHARACTERS })
    : undefined;
}

/** The rules of a thread (R16, R23). `untouched`: the message is an unchanged template. */
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
      // the builder shows the affected part
      poll: ({ poll }) => poll && findPollProblem(poll)?.kind,
    },
  );
}
