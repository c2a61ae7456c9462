import { type DraftContent, isBlankHtml } from '#client/drafts/draft-records.ts';
import { htmlLang, langOf } from '#contracts/language.ts';
import { normalizeLine } from '#contracts/limits.ts';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { pickLang } from '#i18n/localized.ts';
import { PollView, type ShownPoll } from '../components/PollView.tsx';
import { MessagePreview } from '../composer/MessagePreview.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { toShownPoll } from './new-poll.ts';

interface Props {
  content: DraftContent;
  sections: readonly SectionWire[] | undefined;
  themes: readonly ThemeWire[] | undefined;
  /** The existing poll of an edited thread. */
  poll?: ShownPoll | undefined;
}

/** The preview of the thread. */
export function ThreadPreview({ content, sections, themes, poll }: Props) {
  const { t, lang } = useTexts();
  const { html, subject = '', forumId, themeId, language } = content;
  const shown = poll ?? (content.poll && toShownPoll(content.poll));
  const forum = sections?.flatMap((section) => section.forum).find((one) => one.id === forumId);
  const theme = themes?.find((one) => one.id === themeId);
  const breadcrumb = [forum, theme].flatMap((one) =>
    one ? [pickLang(lang, one.name, one.name_en)] : [],
  );
  return (
    <article className="thread-preview" aria-label={t('composer.preview')}>
      {breadcrumb.length > 0 && <p className="meta">{breadcrumb.join(' / ')}</p>}
      <h2 lang={language && htmlLang(langOf(language))}>
        {normalizeLine(subject) || t('writing.noSubject')}
      </h2>
      <MessagePreview html={isBlankHtml(html) ? '' : html} isFirst />
      {shown && <PollView poll={shown} />}
    </article>
  );
}
