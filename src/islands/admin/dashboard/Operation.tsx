import type { OperationWire } from '#contracts/calls/admin/overview-calls.ts';
import type { Lang } from '#contracts/language.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { TextWithTime } from '../../components/TextWithTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { Details } from '../components/Details.tsx';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

const POLL_INTERVAL_MS = 300_000;
const DAY_MS = 86_400_000;
/** Days after which a backup is old, and days before its end at which a certificate is renewed. */
const OLD_BACKUP_DAYS = 2;
const ENDING_CERTIFICATE_DAYS = 14;

const NUM = { className: 'num' };

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1_000;

/** A size in a readable unit: 12 kB, 3.4 GB. */
function formatBytes(lang: Lang, bytes: number): string {
  let amount = bytes / STEP;
  let unit = 0;
  while (amount >= STEP && unit < UNITS.length - 1) {
    amount /= STEP;
    unit++;
  }
  return new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    style: 'unit',
    unit: UNITS[unit],
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
}

const daysUntil = (time: string): number => (Date.parse(time) - Date.now()) / DAY_MS;

type Certificate = NonNullable<OperationWire['certificate']>;

function CertificateState({ certificate: { host, ends_at, error } }: { certificate: Certificate }) {
  const { t } = useTexts();
  if (ends_at === null)
    return (
      <>
        <span className="dot failed">{t('admin.operation.unreachable', { host })}</span>{' '}
        <code>{error}</code>
      </>
    );
  const days = Math.floor(daysUntil(ends_at));
  const state = days < 0 ? 'failed' : days < ENDING_CERTIFICATE_DAYS ? 'late' : 'well';
  return (
    <>
      <span className={`dot ${state}`}>
        {days < 0 ? t('admin.operation.ended') : t('admin.operation.ends', { count: days })}
      </span>{' '}
      <span className="meta">{host}</span> {error && <code>{error}</code>}
    </>
  );
}

/** Version, size, last backup and certificate. */
export function Operation() {
  const { t, lang } = useTexts();
  const { value, ...loading } = usePolledQuery('GET /v2/admin/operation', {}, POLL_INTERVAL_MS);
  if (!value) return <LoadingOrError {...loading} rows={3} />;
  const { backup } = value;
  return (
    <section className="block operation">
      <header>
        <h2>{t('admin.operation.title')}</h2>
      </header>
      <Details
        className=""
        rows={[
          [
            t('admin.operation.version'),
            <>
              {value.version} <code>{value.build.slice(0, 8)}</code>
            </>,
            NUM,
          ],
          [t('admin.operation.database'), formatBytes(lang, value.database_bytes), NUM],
          [
            t('admin.operation.backup'),
            backup ? (
              <span
                key="backup"
                className={daysUntil(backup.at) < -OLD_BACKUP_DAYS ? 'dot late' : 'dot well'}
              >
                <TextWithTime
                  text="admin.operation.backedUp"
                  values={{ size: formatBytes(lang, backup.bytes) }}
                >
                  <RelativeTime at={backup.at} />
                </TextWithTime>
              </span>
            ) : (
              <span key="none" className="dot late">
                {t('admin.operation.noBackup')}
              </span>
            ),
          ],
          [
            t('admin.operation.certificate'),
            value.certificate ? (
              <CertificateState key="certificate" certificate={value.certificate} />
            ) : undefined,
          ],
        ]}
      />
    </section>
  );
}
