import { htmlLang, langOf } from '#contracts/language.ts';
import { foldSpace } from '#contracts/limits.ts';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { inLang } from '#i18n/named.ts';
import { type DraftContent, isBlankHtml } from '#stores/draft-sheets.ts';
import { useTexts } from '../ui/text.ts';
import { UserHtml } from '../ui/UserHtml.tsx';
import { PollPreview } from './PollPreview.tsx';
import { filledOptions } from './poll.ts';

interface Props {
  content: DraftContent;
  sections: readonly SectionWire[] | undefined;
  themes: readonly ThemeWire[] | undefined;
}

/** The thread as readers will see it. */
export function ThreadPreview({ content, sections, themes }: Props) {
  const { t, lang } = useTexts();
  const { html, subject = '', forumId, themeId, language, poll } = content;
  const forum = sections?.flatMap((section) => section.forum).find((one) => one.id === forumId);
  const theme = themes?.find((one) => one.id === themeId);
  const place = [forum, theme].flatMap((one) => (one ? [inLang(lang, one.name, one.name_en)] : []));
  return (
    <article className="thread-preview" aria-label={t('composer.preview')}>
      {place.length > 0 && <p className="meta">{place.join(' / ')}</p>}
      <h2 lang={language && htmlLang(langOf(language))}>{foldSpace(subject) || t('writing.noSubject')}</h2>
      {isBlankHtml(html) ? <p className="meta">{t('composer.previewEmpty')}</p> : <UserHtml key={html} html={html} />}
      {poll && <PollPreview question={poll.question} options={filledOptions(poll)} maxChoices={poll.maxchoices} />}
    </article>
  );
}
