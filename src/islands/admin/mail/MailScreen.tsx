import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import type { AdminMailWire } from '#contracts/wire/mail.ts';
import { formatDuration, formatNumber } from '#i18n/format.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { MailLog } from './MailLog.tsx';
import { MailRateForm } from './MailRateForm.tsx';
import { MailTest } from './MailTest.tsx';

/** Milliseconds between two loads of the health. */
const POLL_INTERVAL_MS = 10_000;

const SAMPLE_VARIABLES = `SMTP_URL=smtps://user:password@mail.example.com
MAIL_FROM=forum@example.com`;

/** By which server letters leave, in whose name, and why the last one that failed did. */
function MailDetails({ mail }: { mail: AdminMailWire }) {
  const { t } = useTexts();
  return (
    <dl className="details">
      <div>
        <dt>{t('admin.mail.server')}</dt>
        <dd>{mail.server}</dd>
      </div>
      <div>
        <dt>{t('admin.mail.from')}</dt>
        <dd>{mail.from}</dd>
      </div>
      <div>
        <dt>{t('admin.mail.replyTo')}</dt>
        <dd>{mail.reply_to || <span className="meta">{t('admin.mail.notSet')}</span>}</dd>
      </div>
      {mail.error && (
        <div>
          <dt>{t('admin.mail.error')}</dt>
          <dd>
            <code>{mail.error}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The queue, and what became of the letters of the last day. */
function MailMetrics({ mail }: { mail: AdminMailWire }) {
  const { t, lang } = useTexts();
  const numbers = [
    ['waiting', formatNumber(lang, mail.waiting)],
    ['oldest', mail.oldest > 0.5 ? formatDuration(lang, mail.oldest) : '–'],
    ['sent', formatNumber(lang, mail.sent)],
    ['failed', formatNumber(lang, mail.failed)],
    ['stopped', formatNumber(lang, mail.stopped)],
  ] as const;
  return (
    <dl className="metrics">
      {numbers.map(([name, text]) => (
        <div key={name}>
          <dt>{t(`admin.mail.${name}`)}</dt>
          <dd>
            <b className="num">{text}</b>
            {name === 'failed' && mail.failed > 0 && (
              <a className="link" href={adminPath('mail', '', { state: 'failed' })}>
                {t('admin.mail.showFailed')}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Mail to members: whether it is sent, how fast, and the log. */
export default function MailScreen() {
  const { t } = useTexts();
  const [testCount, setTestCount] = useState(0);
  const { value, failure, reload, setValue } = usePolledQuery(
    'GET /v2/admin/mail',
    {},
    POLL_INTERVAL_MS,
  );
  const title = t('admin.screen.mail');
  if (!value)
    return (
      <>
        <ScreenHeader title={title} text={t('admin.mail.about')} />
        <LoadingOrError failure={failure} onRetry={reload} rows={6} />
      </>
    );
  if (!value.configured)
    return (
      <>
        <ScreenHeader title={title} />
        <EmptyState title={t('admin.mail.unset.title')} text={t('admin.mail.unset.text')}>
          <pre className="mail-variables">
            <code>{SAMPLE_VARIABLES}</code>
          </pre>
        </EmptyState>
      </>
    );
  return (
    <>
      <ScreenHeader title={title} text={t('admin.mail.about')} />
      <MailMetrics mail={value} />
      <section className="block">
        <h2>{t('admin.mail.delivery')}</h2>
        <MailDetails mail={value} />
        <MailRateForm rate={value.rate} onSaved={setValue} />
        <MailTest
          onDone={() => {
            setTestCount((count) => count + 1);
            reload();
          }}
        />
      </section>
      <section className="block mail-log">
        <h2>{t('admin.mail.log')}</h2>
        <MailLog version={testCount} />
      </section>
    </>
  );
}
