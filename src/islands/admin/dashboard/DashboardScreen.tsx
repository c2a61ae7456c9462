import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $adminLocation, setAdminQuery } from '#client/admin/admin-location.ts';
import { adminPath, isAdminScreen } from '#contracts/admin.ts';
import { DASHBOARD_PERIOD_DAYS } from '#contracts/admin-choices.ts';
import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import { CONFIG_NAMES } from '#contracts/config-entries.ts';
import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import { formatNumber } from '#i18n/format.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { TextWithTime } from '../../components/TextWithTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { useActionName } from '../../moderation/queue/use-action-name.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { forumName } from '../hooks/use-forums.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { PublishingHealth } from '../publishing/PublishingHealth.tsx';
import { MemberFigures } from './MemberFigures.tsx';
import { Metrics } from './Metrics.tsx';
import { Operation } from './Operation.tsx';

function PendingWork({ waiting }: { waiting: DashboardWire['waiting'] }) {
  const { t, lang } = useTexts();
  const items = [
    ['reports', waiting.reports, 'reports', waiting.reports > 0],
    ['review', waiting.review, 'review', false],
    ['failures', waiting.failures, 'publishing', waiting.failures > 0],
    ['bans', waiting.bans_ending, 'users', false],
  ] as const;
  return (
    <section className="block">
      <h2>{t('admin.dashboard.waiting')}</h2>
      <ul className="pending-work">
        {items.map(([name, count, screen, alarm]) => (
          <li key={name}>
            <b className={alarm ? 'num bad' : 'num'}>{formatNumber(lang, count)}</b>
            <span>
              {t(`admin.dashboard.pending.${name}`, { count })}
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
                  name: t(`admin.dashboard.pending.${name}`, { count }),
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

const HIGHLIGHTED_KINDS = 2;

function ReportKinds({ kinds, days }: { kinds: DashboardWire['kinds']; days: number }) {
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

/** The target of an action in words; '' where the action names it. */
function useActionTargetName(): (entry: AdminLogEntryWire) => string {
  const { t, lang } = useTexts();
  return (entry) => {
    const { kind, id, name } = entry.target;
    const configName = CONFIG_NAMES.find((one) => one === name);
    if (kind === 'name') return configName ? t(`admin.config.name.${configName}`) : '';
    return (
      (kind === 'forum' && forumName(lang, entry)) || name || t('moderation.log.numbered', { id })
    );
  };
}

function RecentActions({ actions }: { actions: DashboardWire['actions'] }) {
  const { t } = useTexts();
  const nameOf = useActionName();
  const targetOf = useActionTargetName();
  return (
    <section className="block">
      <header>
        <h2>{t('admin.dashboard.actions')}</h2>
        <a className="link" href={adminPath('log')}>
          {t('admin.screen.log')}
        </a>
      </header>
      {actions.length === 0 && <p className="hint">{t('admin.dashboard.noActions')}</p>}
      <ul className="latest">
        {actions.map((entry) => (
          <li key={entry.id}>
            <RelativeTime at={entry.created_at} />
            <span>
              <b className="name" translate="no">
                {entry.actor.nickname}
              </b>
              <span className="meta">
                {nameOf(entry.action)} {targetOf(entry)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const DashboardCharts = lazy(() => import('./DashboardCharts.tsx'));

const POLL_INTERVAL_MS = 60_000;

/** The dashboard: recent activity, pending work, and the state of the product. */
export default function DashboardScreen() {
  const { t } = useTexts();
  const { query } = useStore($adminLocation);
  const days = DASHBOARD_PERIOD_DAYS.find((day) => String(day) === query.get('days')) ?? 30;
  const { value, ...loading } = usePolledQuery(
    'GET /v2/admin/dashboard',
    { query: { days } },
    POLL_INTERVAL_MS,
  );
  return (
    <>
      <ScreenHeader text={t('admin.dashboard.about')}>
        <fieldset className="switches">
          <legend className="vh">{t('admin.dashboard.period')}</legend>
          {DASHBOARD_PERIOD_DAYS.map((day) => (
            <button
              key={day}
              type="button"
              aria-pressed={day === days}
              onClick={() => setAdminQuery({ days: day === 30 ? undefined : String(day) })}
            >
              {t('admin.dashboard.days', { n: day })}
            </button>
          ))}
        </fieldset>
        <a className="btn" href={`/api/v2/admin/dashboard.csv?days=${days}`} download>
          <Icon name="download" />
          {t('admin.table.csv')}
        </a>
      </ScreenHeader>
      {!value ? (
        <LoadingOrError {...loading} rows={6} />
      ) : (
        <>
          <Metrics seen={value} />
          <div className="split">
            <div>
              <Suspense fallback={<Skeleton rows={8} />}>
                <DashboardCharts seen={value} />
                <MemberFigures members={value.members} />
                <PublishingHealth />
                <Operation />
              </Suspense>
            </div>
            <aside>
              <PendingWork waiting={value.waiting} />
              <ReportKinds kinds={value.kinds} days={days} />
              <RecentActions actions={value.actions} />
            </aside>
          </div>
        </>
      )}
    </>
  );
}
