import { useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { MailDetails } from './MailDetails.tsx';
import { MailLog } from './MailLog.tsx';
import { MailMetrics } from './MailMetrics.tsx';
import { MailRateForm } from './MailRateForm.tsx';
import { MailTest } from './MailTest.tsx';

/** Milliseconds between two loads of the health. */
const POLL_INTERVAL_MS = 10_000;

const SAMPLE_VARIABLES = `SMTP_URL=smtps://user:password@mail.example.com
MAIL_FROM=forum@example.com`;

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
