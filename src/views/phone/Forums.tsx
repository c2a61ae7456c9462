import '#styles/phone/forums.css';
import type { ForumsPage, PageProps } from '#contracts/page-model.ts';
import { forumPath } from '#contracts/paths.ts';
import { localizedName, pickLang } from '#i18n/localized.ts';
import { translator } from '#i18n/translator.ts';
import { ForumIcon } from '#islands/components/ForumIcon.tsx';
import type { PhoneView } from '../layouts/page-view.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { WatchButton } from '../parts/WatchButton.tsx';

export function Forums({ frame, page }: PageProps & { page: ForumsPage }): PhoneView {
  const { lang, root } = frame;
  const t = translator(lang);
  return {
    title: t('forums.title'),
    description: t('forums.intro'),
    tab: 'forums',
    content: (
      <>
        <h1 className="title">{t('forums.title')}</h1>
        {page.sections.length === 0 && (
          <EmptyState title={t('forums.none.title')} text={t('forums.none.text')} />
        )}
        {page.sections.map((section) => (
          <section key={section.id} className="part">
            <header className="section-head" data-slot="section" data-id={section.id}>
              <h2 id={`section-${section.id}`}>{localizedName(lang, section)}</h2>
              <WatchButton describedBy={`section-${section.id}`} />
            </header>
            <ul className="forums">
              {section.forums.map((forum) => {
                const today = forum.todayThreads + forum.todayReplies;
                return (
                  <li key={forum.id}>
                    <a href={forumPath(root, forum.id)}>
                      <span className="tile">
                        <ForumIcon icon={forum.icon} />
                      </span>
                      <b>{localizedName(lang, forum)}</b>
                      {today > 0 && (
                        <span className="meta num">{t('home.today', { n: today })}</span>
                      )}
                      <span className="brief">{pickLang(lang, forum.brief, forum.briefEn)}</span>
                    </a>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </>
    ),
  };
}
