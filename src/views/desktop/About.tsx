import '#styles/about.css';
import { ABOUT_TOPICS, type AboutPage, GUIDE_PARTS } from '#contracts/about-pages.ts';
import { htmlLang } from '#contracts/language.ts';
import type { PageProps } from '#contracts/page-model.ts';
import { aboutPath } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import { AboutText } from '../about/AboutText.tsx';
import { aboutTexts } from '../about/about-texts.ts';
import { listSections } from '../about/finish-html.ts';
import type { DesktopView } from '../layouts/page-view.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';

interface Props extends PageProps {
  page: AboutPage;
}

export async function About({ frame, page, brand }: Props): Promise<DesktopView> {
  const { lang } = frame;
  const t = translator(lang);
  const { title, summary, readHtml } = aboutTexts[lang][page];
  const html = await readHtml(lang);
  const sections = page.startsWith('guide/') ? listSections(html) : [];
  const isGuide = page === 'guide' || page.startsWith('guide/');
  const parents =
    isGuide && page !== 'guide'
      ? [{ name: aboutTexts[lang].guide.title, href: aboutPath(lang, 'guide') }]
      : [];
  return {
    title,
    description: summary,
    content: (
      <div className="wrap cols about">
        <article lang={htmlLang(lang)}>
          <Breadcrumbs steps={[...parents, { name: title }]} />
          <h1>{title}</h1>
          <AboutText page={page} html={html} brand={brand} lang={lang} />
        </article>
        <aside className="aside">
          <nav className="block" aria-label={t('nav.more')}>
            <ul>
              {ABOUT_TOPICS.map((topic) => (
                <li key={topic}>
                  <a
                    href={aboutPath(lang, topic)}
                    aria-current={topic === page ? 'page' : undefined}
                  >
                    {aboutTexts[lang][topic].title}
                  </a>
                  {topic === 'guide' && isGuide && (
                    <ul>
                      {GUIDE_PARTS.map((part) => (
                        <li key={part}>
                          <a
                            href={aboutPath(lang, `guide/${part}`)}
                            aria-current={page === `guide/${part}` ? 'page' : undefined}
                          >
                            {aboutTexts[lang][`guide/${part}`].title}
                          </a>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </nav>
          {sections.length > 0 && (
            <nav className="block" aria-labelledby="contents">
              <h2 id="contents">{t('nav.contents')}</h2>
              <ul>
                {sections.map(({ id, title: name }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{name}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </aside>
      </div>
    ),
  };
}
