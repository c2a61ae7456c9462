import { htmlLang } from '#contracts/language.ts';
import type { Notice } from '#contracts/page-model.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import styles from '#styles/notice.css?raw';
import { InlineStyle } from './InlineStyle.tsx';

/* Styles are inline: notices are rare, and a stylesheet would be loaded with every page. */
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
