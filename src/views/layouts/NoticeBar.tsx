import { htmlLang } from '#contracts/language.ts';
import type { Notice } from '#contracts/page-model.ts';
import { guessLang } from '#i18n/text-segments.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import styles from '#styles/notice.css?raw';
import { Icon } from '../parts/Icon.tsx';
import { InlineStyle } from './InlineStyle.tsx';

/*
 * Its styles are in the page, not in a stylesheet: a notice is rare, and each reader of each page
 * would load them.
 */
interface Props {
  notice: Notice;
  t: TFunction;
}

export function NoticeBar({ notice, t }: Props) {
  return (
    <>
      <InlineStyle css={styles} />

      <aside className={`notice ${notice.level}`} aria-label={t('notice.label')}>
        <div className="wrap">
          <Icon name={notice.level === 'warn' ? 'warn' : 'horn'} />
          <p lang={htmlLang(guessLang(notice.text))}>
            {notice.text}{' '}
            {notice.link && (
              <a className="link" href={notice.link}>
                {t('notice.more')}
              </a>
            )}
          </p>
          <button type="button" data-act="notice" aria-label={t('notice.close')}>
            <Icon name="close" />
          </button>
        </div>
      </aside>
    </>
  );
}
