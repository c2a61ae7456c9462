import { adminPath } from '#contracts/admin.ts';
import { MAIL_KINDS, MAIL_STATES, type MailState } from '#contracts/mailing.ts';
import type { MailLogWire } from '#contracts/wire/mail.ts';
import { formatDateTime, formatDay, formatNumber } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';

/** The mark of a state, of styles/dot.css. */
const STATE_MARKS = {
  waiting: '',
  sending: 'running',
  sent: 'done',
  failed: 'failed',
  dropped: 'past',
} as const satisfies Record<MailState, string>;

/** Letters, newest first: to whom, and what became of them. A change of `version` reloads it. */
export function MailLog({ version }: { version: number }) {
  const { t, lang } = useTexts();
  const columns: Column<MailLogWire>[] = [
    {
      name: 'created_at',
      title: t('admin.mail.column.at'),
      width: '160px',
      cell: (row) => (
        <time dateTime={row.created_at}>{formatDateTime(lang, new Date(row.created_at))}</time>
      ),
    },
    {
      name: 'user',
      title: t('admin.mail.column.to'),
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
    {
      name: 'kind',
      title: t('admin.mail.column.kind'),
      width: '112px',
      cell: (row) => t(`admin.mail.kind.${row.kind}`),
    },
    {
      name: 'state',
      title: t('admin.mail.column.state'),
      width: '168px',
      cell: (row) => (
        <>
          <span className={`dot ${STATE_MARKS[row.state]}`}>
            {t(`admin.mail.state.${row.state}`)}
          </span>
          {row.returned_at && (
            <span className="dot failed">
              {t('admin.mail.returned', {
                date: formatDay(lang, new Date(row.returned_at)),
              })}
            </span>
          )}
        </>
      ),
    },
    {
      name: 'events',
      title: t('admin.mail.column.events'),
      isEndAligned: true,
      isOptional: true,
      width: '64px',
      cell: (row) => formatNumber(lang, row.events),
    },
    {
      name: 'tries',
      title: t('admin.mail.column.tries'),
      isEndAligned: true,
      isOptional: true,
      width: '76px',
      cell: (row) => formatNumber(lang, row.tries),
    },
    {
      name: 'error',
      title: t('admin.mail.column.error'),
      cell: (row) => (row.error ? <code>{row.error}</code> : ''),
    },
  ];
  return (
    <DataTable
      name="mail"
      label={t('admin.mail.log')}
      call="GET /v2/admin/mail/letters"
      columns={columns}
      defaultSort="-id"
      selectFilters={[
        {
          name: 'kind',
          label: t('admin.mail.anyKind'),
          options: MAIL_KINDS.map((kind) => [kind, t(`admin.mail.kind.${kind}`)] as const),
        },
        {
          name: 'state',
          label: t('admin.mail.anyState'),
          options: MAIL_STATES.map((state) => [state, t(`admin.mail.state.${state}`)] as const),
        },
      ]}
      typedFilters={[{ name: 'q', label: t('admin.mail.search'), kind: 'text' }]}
      csv
      version={version}
      empty={{ title: t('admin.mail.empty.title'), text: t('admin.mail.empty.text') }}
    />
  );
}
