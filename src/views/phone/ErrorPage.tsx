import type { PageProps } from '#contracts/page-model.ts';
import { clientPagePath, type ErrorPageCode, forumsPath, homePath } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import type { PhoneView } from '../layouts/page-view.ts';

interface Props extends PageProps {
  /** 404 is also for addresses that never existed. */
  code: ErrorPageCode;
}

export function ErrorPage({ frame, code }: Props): PhoneView {
  const { lang, root } = frame;
  const t = translator(lang);
  const ways = [
    { text: t('clientPage.search'), href: clientPagePath(root, 'search') },
    { text: t('problem.hot'), href: homePath(root, { order: 'hot' }) },
    { text: t('problem.forums'), href: forumsPath(root) },
  ];
  return {
    title: t(`problem.${code}.label`),
    description: t(`problem.${code}.text`),
    noindex: true,
    up: { text: t('phone.back'), href: homePath(root) },
    content: (
      <div className="problem">
        <p className="code-line">
          {code} · {t(`problem.${code}.label`)}
        </p>
        <h1>{t(`problem.${code}.title`)}</h1>
        <p>{t(`problem.${code}.text`)}</p>
        <a className="btn fill" href={homePath(root)}>
          {t('problem.home')}
        </a>
        <ul className="lines">
          {ways.map(({ text, href }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      </div>
    ),
  };
}
