import type { PageProps } from '#contracts/page-model.ts';
import { homePath } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import { Icon } from '#islands/components/Icon.tsx';
import styles from '#styles/phone/saved-page-notice.css?raw';
import { InlineStyle } from '../layouts/InlineStyle.tsx';
import type { PhoneView } from '../layouts/page-view.ts';

/*
 * Shown offline for pages that aren't cached. The worker (service-worker/offline-responses.ts) also
 * takes the mark of cached pages with its time, and the list of cached threads, from here.
 */
export function Offline({ frame }: PageProps): PhoneView {
  const { lang, root } = frame;
  const t = translator(lang);
  return {
    title: t('phone.offline.title'),
    noindex: true,
    up: { text: t('phone.back'), href: homePath(root) },
    content: (
      <div className="problem">
        <p className="code-line">
          <Icon name="warn" />
        </p>
        <h1>{t('phone.offline.title')}</h1>
        <p>{t('phone.offline.text')}</p>
        {/* biome-ignore lint/a11y/useValidAnchor: the page itself, once more */}
        <a className="btn fill" href="">
          {t('phone.offline.again')}
        </a>
        <template id="read">
          <h2 className="meta">{t('phone.offline.read')}</h2>
          <ul className="lines">
            <li></li>
          </ul>
        </template>
        <template id="as-of">
          <InlineStyle css={styles} />
          <p className="as-of">{t('phone.offline.asOf', { time: '--:--' })}</p>
        </template>
      </div>
    ),
  };
}
