import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { LOG_TARGET_KINDS } from '#contracts/admin-choices.ts';
import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import { formatDateTime } from '#i18n/format.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { LogTarget } from '../../moderation/queue/LogTarget.tsx';
import { useActionName } from '../../moderation/queue/use-action-name.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { forumName } from '../hooks/use-forums.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { LogEntryDialog } from './LogEntryDialog.tsx';
import { SignInLog } from './SignInLog.tsx';

const TARGETS = ['thread', 'post', 'comment', 'user', 'forum', 'name'] as const;

/** The addresses of the action log and of the log of sign-ins. */
export default function ActionLogScreen() {
  const { detail } = useStore($adminLocation);
  return detail === 'sign-ins' ? <SignInLog /> : <ActionLog />;
}

/** The action log (R20), with filters. Entries can't be changed. */
function ActionLog() {
  const { t, lang } = useTexts();
  const nameOf = useActionName();
  const [shown, setShown] = useState<AdminLogEntryWire>();
  const columns: Column<AdminLogEntryWire>[] = [
    {
      name: 'created_at',
      title: t('admin.log.column.at'),
      isSortable: true,
      width: '164px',
      cell: (row) => (
        <time dateTime={row.created_at}>{formatDateTime(lang, new Date(row.created_at))}</time>
      ),
    },
    {
      name: 'actor',
      title: t('admin.log.column.actor'),
      width: '15%',
      cell: (row) => row.actor.nickname,
    },
    {
      name: 'action',
      title: t('admin.log.column.action'),
      width: '20%',
      cell: (row) => (
        <button type="button" className="link strong" onClick={() => setShown(row)}>
          {nameOf(row.action)}
        </button>
      ),
    },
    {
      name: 'target',
      title: t('admin.log.column.target'),
      cell: (row) => <LogTarget entry={row} forum={forumName(lang, row)} />,
    },
    {
      name: 'reason',
      title: t('admin.log.column.reason'),
      width: '22%',
      cell: (row) => <span lang={foreignLang(lang, row.reason)}>{row.reason}</span>,
    },
  ];
  return (
    <>
      <ScreenHeader
        title={t('admin.screen.log')}
        text={
          <>
            {t('admin.log.about')}{' '}
            <a className="link" href={adminPath('log', 'sign-ins')}>
              {t('admin.log.signIns.title')}
            </a>
          </>
        }
      />
      <DataTable
        name="log"
        label={t('admin.screen.log')}
        call="GET /v2/admin/log"
        columns={columns}
        id={(row) => row.id}
        rowName={(row) => nameOf(row.action)}
        defaultSort="-created_at"
        selectFilters={[
          {
            name: 'kind',
            label: t('admin.log.anyKind'),
            options: LOG_TARGET_KINDS.map((one) => [one, t(`admin.log.kind.${one}`)] as const),
          },
          {
            name: 'target',
            label: t('admin.log.anyTarget'),
            options: TARGETS.map((one) => [one, t(`moderation.log.target.${one}`)] as const),
          },
        ]}
        typedFilters={[
          { name: 'about', label: t('admin.log.aboutWhat'), kind: 'text' },
          { name: 'actor', label: t('admin.log.byActor'), kind: 'text' },
          { name: 'from', label: t('admin.since'), kind: 'since' },
          { name: 'to', label: t('admin.until'), kind: 'until' },
        ]}
        csv
        empty={{ title: t('moderation.log.empty.title'), text: t('moderation.log.empty.text') }}
      />
      {shown && <LogEntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
