import '#styles/phone/thread.css';
import type { AboutPage } from '#contracts/about-pages.ts';
import { htmlLang } from '#contracts/language.ts';
import type { PageProps } from '#contracts/page-model.ts';
import { aboutPath, homePath } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import { AboutText } from '../about/AboutText.tsx';
import { aboutTexts } from '../about/about-texts.ts';
import type { PhoneView } from '../layouts/page-view.ts';

interface Props extends PageProps {
  page: AboutPage;
}

export async function About({ frame, page, brand }: Props): Promise<PhoneView> {
  const { lang, root } = frame;
  const t = translator(lang);
  const { title, summary, readHtml } = aboutTexts[lang][page];
  const html = await readHtml(root);
  const up = page.startsWith('guide/')
    ? { text: aboutTexts[lang].guide.title, href: aboutPath(root, 'guide') }
    : { text: t('nav.community'), href: homePath(root) };
  return {
    title,
    description: summary,
    up,
    content: (
      <article className="thread text-page" lang={htmlLang(lang)}>
        <header>
          <h1>{title}</h1>
        </header>
        <AboutText page={page} html={html} brand={brand} lang={lang} />
      </article>
    ),
  };
}
