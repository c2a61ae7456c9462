import '#styles/desktop/forums.css';
import type { ForumsPage, PageProps } from '#contracts/page-model.ts';
import { forumPath } from '#contracts/paths.ts';
import { localizedName, pickLang } from '#i18n/localized.ts';
import { translator } from '#i18n/translator.ts';
import type { DesktopView } from '../layouts/page-view.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { WatchButton } from '../parts/WatchButton.tsx';
import { ForumTile } from './ForumTile.tsx';

export function Forums({ frame, page }: PageProps & { page: ForumsPage }): DesktopView {
  const { lang } = frame;
  const t = translator(lang);
  return {
    title: t('forums.title'),
    description: t('forums.intro'),
    current: 'forums',
    content: (
      <div className="wrap forums">
        <h1>{t('forums.title')}</h1>
        <p className="intro">{t('forums.intro')}</p>
        {page.sections.length === 0 && (
          <EmptyState title={t('forums.none.title')} text={t('forums.none.text')} />
        )}
        {page.sections.map((section) => (
          <section key={section.id} className="block">
            <header data-slot="section" data-id={section.id}>
              <h2 id={`section-${section.id}`}>{localizedName(lang, section)}</h2>
              <span className="meta">{t('forums.count', { count: section.forums.length })}</span>
              <WatchButton describedBy={`section-${section.id}`} />
            </header>
            <ul>
              {section.forums.map((forum) => {
                const today = forum.todayThreads + forum.todayReplies;
                return (
                  <li key={forum.id}>
                    <ForumTile icon={forum.icon} size={48} />
                    <div>
                      <h3>
                        <a href={forumPath(lang, forum.id)}>{localizedName(lang, forum)}</a>
                      </h3>
                      <p>{pickLang(lang, forum.brief, forum.briefEn)}</p>
                      <p className="meta num dots">
                        <span>
                          {t('forums.posts', { threads: forum.threadsCnt, posts: forum.postsCnt })}
                        </span>
                        {today > 0 && (
                          <span className="today">{t('forums.today', { n: today })}</span>
                        )}
                      </p>
                    </div>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    ),
  };
}
