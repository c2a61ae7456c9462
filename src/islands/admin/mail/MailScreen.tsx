import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showToast } from '#client/core/toasts.ts';
import { adminPath } from '#contracts/admin.ts';
import { MAIL_RATE, type MailState } from '#contracts/mailing.ts';
import type { AdminMailWire } from '#contracts/wire/mail.ts';
import { formatDay, formatDuration, formatNumber } from '#i18n/format.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { NumberField } from '../../components/form-fields.tsx';
import { useErrorMessage } from '../../hooks/use-error-message.ts';
import { useForm } from '../../hooks/use-form.ts';
import { onFormSubmit, useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { Details } from '../components/Details.tsx';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { DataTable } from '../table/DataTable.tsx';
import { useVersion } from '../table/use-table-state.ts';
import { MAIL_VARIABLES, MailTest } from './MailTest.tsx';

interface Props {
  /** Mails a minute, as stored on the server. */
  rate: number;
  onSaved(mail: AdminMailWire): void;
}

const isRate = (rate: number) =>
  Number.isInteger(rate) && rate >= MAIL_RATE.min && rate <= MAIL_RATE.max;

/** The rate of mails. Typed input stays when the health is loaded again. */
function MailRateForm({ rate, onSaved }: Props) {
  const { t, lang } = useTexts();
  const [typed, setTyped] = useState<number>();
  const { step, failure, run, clearOutcome } = useSubmit();
  const isSaving = step === 'pending';
  const reason = useErrorMessage(failure);
  const value = typed ?? rate;
  const limits = { min: formatNumber(lang, MAIL_RATE.min), max: formatNumber(lang, MAIL_RATE.max) };
  const { problems, touch, submit, reset } = useForm(
    { value },
    { value: (now) => (isRate(now.value) ? undefined : t('admin.mail.rateProblem', limits)) },
  );
  const save = () =>
    run(async () => {
      if (!submit()) return false;
      onSaved(await call('PUT /v2/admin/mail', { body: { rate: value } }));
      setTyped(undefined);
      reset();
      showToast({ key: 'settings.saved' });
      return true;
    });
  return (
    <form className="inline mail-rate" noValidate onSubmit={onFormSubmit(save)}>
      <NumberField
        label={t('admin.mail.rate')}
        hint={t('admin.mail.rateHint', limits)}
        min={MAIL_RATE.min}
        max={MAIL_RATE.max}
        value={value}
        problem={problems.value ?? reason}
        onBlur={() => typed !== undefined && touch('value')}
        onChange={(number) => {
          setTyped(number);
          clearOutcome();
        }}
      />
      <Button type="submit" isInactive={isSaving}>
        {isSaving ? t('admin.form.saving') : t('admin.form.save')}
      </Button>
    </form>
  );
}

/** Classes of styles/dot.css by state. */
const STATE_MARKS = {
  waiting: '',
  sending: 'running',
  sent: 'done',
  failed: 'failed',
  dropped: 'past',
} as const satisfies Record<MailState, string>;

/** Mails with recipient and outcome, newest first. A change of `version` reloads it. */
function MailLog({ version }: { version: number }) {
  const { t, lang } = useTexts();
  return (
    <DataTable
      name="mail"
      label={t('admin.mail.log')}
      call="GET /v2/admin/mail/letters"
      columns={{
        created_at: { title: 'admin.mail.column.at', kind: 'moment', width: '160px' },
        user: {
          title: 'admin.mail.column.to',
          width: '22%',
          cell: (row) => (
            <>
              <a className="link" href={adminPath('users', String(row.user_id))}>
                {row.nickname}
              </a>{' '}
              <span className="meta">{row.address}</span>
            </>
          ),
        },
        kind: {
          title: 'admin.mail.column.kind',
          width: '112px',
          cell: (row) => t(`admin.mail.kind.${row.kind}`),
        },
        state: {
          title: 'admin.mail.column.state',
          width: '168px',
          cell: (row) => (
            <>
              <span className={`dot ${STATE_MARKS[row.state]}`}>
                {t(`admin.mail.state.${row.state}`)}
              </span>
              {row.returned_at && (
                <span className="dot failed">
                  {t('admin.mail.returned', { date: formatDay(lang, new Date(row.returned_at)) })}
                </span>
              )}
            </>
          ),
        },
        events: {
          title: 'admin.mail.column.events',
          kind: 'number',
          isOptional: true,
          width: '64px',
        },
        tries: {
          title: 'admin.mail.column.tries',
          kind: 'number',
          isOptional: true,
          width: '76px',
        },
        error: {
          title: 'admin.mail.column.error',
          cell: (row) => (row.error ? <code>{row.error}</code> : ''),
        },
      }}
      version={version}
      empty="admin.mail.empty"
    />
  );
}

/** Milliseconds between two loads of the health. */
const POLL_INTERVAL_MS = 10_000;

/** The mail server, the sender, and the error of the last failed mail. */
function MailDetails({ mail }: { mail: AdminMailWire }) {
  const { t } = useTexts();
  return (
    <Details
      rows={[
        [t('admin.mail.server'), mail.server],
        [t('admin.mail.from'), mail.from],
        [
          t('admin.mail.replyTo'),
          mail.reply_to || <span className="meta">{t('admin.mail.notSet')}</span>,
        ],
        [t('admin.mail.error'), mail.error ? <code key="error">{mail.error}</code> : undefined],
      ]}
    />
  );
}

/** The queue, and the outcomes of the last day. */
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
    <Details
      className="metrics"
      rows={numbers.map(([name, text]) => [
        t(`admin.mail.${name}`),
        <>
          <b className="num">{text}</b>
          {name === 'failed' && mail.failed > 0 && (
            <a className="link" href={adminPath('mail', '', { state: 'failed' })}>
              {t('admin.mail.showFailed')}
            </a>
          )}
        </>,
      ])}
    />
  );
}

export default function MailScreen() {
  const { t } = useTexts();
  const [version, reloadLog] = useVersion();
  const { value, update, ...loading } = usePolledQuery('GET /v2/admin/mail', {}, POLL_INTERVAL_MS);
  if (!value) return <LoadingOrError {...loading} about={t('admin.mail.about')} rows={6} />;
  if (!value.configured)
    return (
      <>
        <ScreenHeader />
        <EmptyState of="admin.mail.unset">
          <pre className="mail-variables">
            <code>{MAIL_VARIABLES}</code>
          </pre>
        </EmptyState>
      </>
    );
  return (
    <>
      <ScreenHeader text={t('admin.mail.about')} />
      <MailMetrics mail={value} />
      <section className="block">
        <h2>{t('admin.mail.delivery')}</h2>
        <MailDetails mail={value} />
        <MailRateForm rate={value.rate} onSaved={(mail) => update(() => mail)} />
        <MailTest
          onDone={() => {
            reloadLog();
            loading.reload();
          }}
        />
      </section>
      <section className="block mail-log">
        <h2>{t('admin.mail.log')}</h2>
        <MailLog version={version} />
      </section>
    </>
  );
}
