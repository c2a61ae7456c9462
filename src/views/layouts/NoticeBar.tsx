import { htmlLang } from '#contracts/language.ts';
import type { Notice } from '#contracts/page-model.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import styles from '#styles/notice.css?raw';
import { InlineStyle } from './InlineStyle.tsx';

/*
 * Its styles are in the page, not in a stylesheet: a notice is rare, and each reader of each page
 * would load them.
 */
export function NoticeBar({ notice }: { notice: Notice }) {
  const { t } = useTexts();
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
