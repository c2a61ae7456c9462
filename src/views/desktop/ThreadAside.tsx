import { htmlLang, langOf } from '#contracts/language.ts';
import type { ThreadPage } from '#contracts/page-model.ts';
import { threadPath } from '#contracts/paths.ts';
import { localizedName } from '#i18n/localized.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { InlineStyle } from '../layouts/InlineStyle.tsx';
import { AuthorCard } from './AuthorCard.tsx';
import { Card } from './Card.tsx';

/** Marks the section in view. Inline, because the bundler doesn't know the selector. */
const OUTLINE_STYLE =
  '@layer views{.outline :target-current{border-color:var(--ink);color:var(--ink);font-weight:600}}';

export function ThreadAside({ page }: { page: ThreadPage }) {
  const { t, lang } = useTexts();
  const { author, poll, related } = page;
  const written = langOf(page.thread.language);
  const foreign = written === lang ? undefined : htmlLang(written);
  const outline: { href: string; text: string; lang?: string | undefined }[] = [
    ...page.outline.map(({ id, text }) => ({ href: `#${id}`, text, lang: foreign })),
    ...(poll ? [{ href: '#poll', text: t('thread.pollPart', { question: poll.question }) }] : []),
    ...(page.replies.length > 0
      ? [{ href: '#replies', text: t('thread.replies', { count: page.thread.repliesCnt }) }]
      : []),
  ];
  return (
    <>
      <aside className="aside">
        <AuthorCard author={author} />
        {page.outline.length > 0 && (
          <Card title={t('thread.outline')}>
            <ol className="outline">
              {outline.map(({ text, ...rest }) => (
                <li key={rest.href}>
                  <a {...rest}>{text}</a>
                </li>
              ))}
            </ol>
          </Card>
        )}
        {related.length > 0 && (
          <Card title={t('thread.related')}>
            <ul className="related">
              {related.map((thread) => {
                const other = langOf(thread.language);
                return (
                  <li key={thread.id}>
                    <a
                      href={threadPath(lang, thread.id)}
                      lang={other === lang ? undefined : htmlLang(other)}
                    >
                      {thread.subject}
                    </a>
                    <p className="meta">
                      {localizedName(lang, thread.forum)} ·{' '}
                      {t('thread.repliesCount', { count: thread.repliesCnt })}
                    </p>
                  </li>
                );
              })}
            </ul>
          </Card>
        )}
      </aside>

      <InlineStyle css={OUTLINE_STYLE} />
    </>
  );
}
