import { adminPath, isAdminScreen } from '#contracts/admin.ts';
import type { DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import { formatNumber } from '#i18n/format.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { TextWithTime } from '../../components/TextWithTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';

/** Pending work, with links to its screens. */
export function PendingWork({ waiting }: { waiting: DashboardWire['waiting'] }) {
  const { t, lang } = useTexts();
  const items = [
    {
      name: 'reports' as const,
      count: waiting.reports,
      screen: 'reports',
      alarm: waiting.reports > 0,
    },
    { name: 'review' as const, count: waiting.review, screen: 'review', alarm: false },
    {
      name: 'failures' as const,
      count: waiting.failures,
      screen: 'publishing',
      alarm: waiting.failures > 0,
    },
    { name: 'bans' as const, count: waiting.bans_ending, screen: 'users', alarm: false },
  ];
  return (
    <section className="block">
      <h2>{t('admin.dashboard.waiting')}</h2>
      <ul className="waiting">
        {items.map(({ name, count, screen, alarm }) => (
          <li key={name}>
            <b className={alarm ? 'num bad' : 'num'}>{formatNumber(lang, count)}</b>
            <span>
              {t(`admin.dashboard.waits.${name}`, { count })}
              {name === 'reports' && waiting.oldest_report && (
                <span className="meta">
                  <TextWithTime text="admin.dashboard.oldest">
                    <RelativeTime at={waiting.oldest_report} />
                  </TextWithTime>
                </span>
              )}
            </span>
            {isAdminScreen(screen) && (
              <a
                className="link"
                href={adminPath(screen)}
                aria-label={t('admin.dashboard.openWhat', {
                  name: t(`admin.dashboard.waits.${name}`, { count }),
                })}
              >
                {t('admin.dashboard.open')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
