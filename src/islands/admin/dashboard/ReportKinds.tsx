import type { DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import { formatNumber } from '#i18n/format.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** The number of most frequent reasons that are blue. */
const HIGHLIGHTED_KINDS = 2;

/** Reports by reason. */
export function ReportKinds({ kinds, days }: { kinds: DashboardWire['kinds']; days: number }) {
  const { t, lang } = useTexts();
  const maxCount = Math.max(1, ...kinds.map((one) => one.count));
  return (
    <section className="block">
      <header>
        <h2>{t('admin.dashboard.kinds')}</h2>
        <p className="meta">{t('admin.dashboard.days', { n: days })}</p>
      </header>
      {kinds.length === 0 && <p className="hint">{t('admin.dashboard.noReports')}</p>}
      <dl className="kinds">
        {kinds.map(({ kind, count }, index) => (
          <div key={kind}>
            <dt>{t(`moderation.reportKind.${kind}` as TranslationKey)}</dt>
            <dd>
              <svg
                className={index < HIGHLIGHTED_KINDS ? 'amount leading' : 'amount'}
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width={(count / maxCount) * 100} height={8} />
              </svg>
              <span className="num">{formatNumber(lang, count)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
