import '#styles/desktop/error-page.css';
import type { PageProps } from '#contracts/page-model.ts';
import { type ErrorPageCode, forumsPath, homePath } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import type { DesktopView } from '../layouts/page-view.ts';
import { ErrorPageArt } from './ErrorPageArt.tsx';
import { SearchBox } from './SearchBox.tsx';

interface Props extends PageProps {
  /** 404 is also for addresses that never existed. */
  code: ErrorPageCode;
}

export function ErrorPage({ frame, code }: Props): DesktopView {
  const { lang } = frame;
  const t = translator(lang);
  const ways = [
    { text: t('problem.hot'), hint: t('problem.hotHint'), href: homePath(lang, { order: 'hot' }) },
    { text: t('problem.forums'), hint: t('problem.forumsHint'), href: forumsPath(lang) },
  ];
  return {
    title: t(`problem.${code}.label`),
    description: t(`problem.${code}.text`),
    noindex: true,
    content: (
      <div className="wrap problem">
        <div>
          <p className="code-line">
            {code} · {t(`problem.${code}.label`)}
          </p>
          <h1>{t(`problem.${code}.title`)}</h1>
          <p className="text">{t(`problem.${code}.text`)}</p>
          <div className="ways">
            <a className="btn fill" href={homePath(lang)}>
              {t('problem.home')}
            </a>
            <SearchBox main />
          </div>
          <ul>
            <li data-act="back">
              <a href={homePath(lang)}>
                {t('problem.back')}
                <span className="meta">{t('problem.backHint')}</span>
              </a>
            </li>
            {ways.map(({ text, hint, href }) => (
              <li key={href}>
                <a href={href}>
                  {text}
                  <span className="meta">{hint}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <ErrorPageArt
          code={code}
          width={t(`problem.${code}.width`)}
          height={t(`problem.${code}.height`)}
        />
      </div>
    ),
  };
}
