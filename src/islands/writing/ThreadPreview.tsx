import { htmlLang, langOf } from '#contracts/language.ts';
import { lineOf } from '#contracts/limits.ts';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { inLang } from '#i18n/named.ts';
import { type DraftContent, isBlankHtml } from '#stores/draft-sheets.ts';
import { Preview } from '../composer/Preview.tsx';
import { PollView, type ShownPoll } from '../ui/PollView.tsx';
import { useTexts } from '../ui/text.ts';
import { asPublished } from './poll.ts';

interface Props {
  content: DraftContent;
  sections: readonly SectionWire[] | undefined;
  themes: readonly ThemeWire[] | undefined;
  /** The poll that a thread has already. */
  poll?: ShownPoll | undefined;
}

/** The thread as readers will see it. */
export function ThreadPreview({ content, sections, themes, poll }: Props) {
  const { t, lang } = useTexts();
  const { html, subject = '', forumId, themeId, language } = content;
  const shown = poll ?? (content.poll && asPublished(content.poll));
  const forum = sections?.flatMap((section) => section.forum).find((one) => one.id === forumId);
  const theme = themes?.find((one) => one.id === themeId);
  const place = [forum, theme].flatMap((one) => (one ? [inLang(lang, one.name, one.name_en)] : []));
  return (
    <article className="thread-preview" aria-label={t('composer.preview')}>
      {place.length > 0 && <p className="meta">{place.join(' / ')}</p>}
      <h2 lang={language && htmlLang(langOf(language))}>
        {lineOf(subject) || t('writing.noSubject')}
      </h2>
      <Preview html={isBlankHtml(html) ? '' : html} isFirst />
      {shown && <PollView poll={shown} />}
    </article>
  );
}
