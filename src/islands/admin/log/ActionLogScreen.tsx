import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import type { Lang } from '#contracts/language.ts';
import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import { formatDateTime } from '#i18n/format.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { LogTarget } from '../../moderation/queue/LogTarget.tsx';
import { useActionName } from '../../moderation/queue/use-action-name.ts';
import { Details } from '../components/Details.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { forumName } from '../hooks/use-forums.ts';
import { DataTable } from '../table/DataTable.tsx';
import { SignInLog } from './SignInLog.tsx';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Times in the reader's zone; other values as logged. */
function formatValue(lang: Lang, value: unknown): string {
  if (value === undefined) return '–';
  if (typeof value !== 'string') return JSON.stringify(value, null, 1);
  return ISO_TIME.test(value) ? formatDateTime(lang, new Date(value)) : value;
}

/** The fields before and after. If only `before` is an object, `after` is the rest of the entry. */
function readChanges(detail: Fields): { before: Fields; after: Fields } | undefined {
  const { before, after, ...rest } = detail;
  if (before === undefined && after === undefined) return undefined;
  if (isFields(before) || isFields(after))
    return { before: isFields(before) ? before : {}, after: isFields(after) ? after : rest };
  return { before: { value: before }, after: { value: after ?? rest.value } };
}

function LogEntryDialog({ entry, onClose }: { entry: AdminLogEntryWire; onClose(): void }) {
  const { t, lang } = useTexts();
  const nameOf = useActionName();
  const changed = readChanges(entry.detail);
  const fields = changed && [
    ...new Set([...Object.keys(changed.before), ...Object.keys(changed.after)]),
  ];
  const { before: _, after: __, ...rest } = entry.detail;
  const others = Object.entries(
    changed && !isFields(entry.detail.after)
      ? Object.fromEntries(Object.entries(rest).filter(([name]) => !fields?.includes(name)))
      : rest,
  );
  return (
    <Dialog wide title={nameOf(entry.action)} onClose={onClose}>
      <Details
        rows={[
          [t('admin.log.column.at'), formatDateTime(lang, new Date(entry.created_at))],
          [t('admin.log.column.actor'), entry.actor.nickname],
          [
            t('admin.log.column.target'),
            <LogTarget key="target" entry={entry} forum={forumName(lang, entry)} />,
          ],
          [
            t('admin.log.column.forum'),
            entry.forum_id > 0 ? forumName(lang, entry) || entry.forum_id : undefined,
          ],
          [
            t('admin.log.column.reason'),
            entry.reason || '–',
            { lang: foreignLang(lang, entry.reason) },
          ],
          [t('admin.log.column.code'), <code key="code">{entry.action}</code>],
        ]}
      >
        {others.map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code className="excerpt">{formatValue(lang, value)}</code>
            </dd>
          </div>
        ))}
      </Details>
      {changed && fields && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach scroll areas
        <section className="scroll" tabIndex={0} aria-label={t('admin.log.changes')}>
          <table className="rows plain">
            <caption className="vh">{t('admin.log.changes')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('admin.conflict.field')}</th>
                <th scope="col">{t('admin.log.before')}</th>
                <th scope="col">{t('admin.log.after')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">
                    <code>{field}</code>
                  </th>
                  <td>
                    <code className="excerpt">{formatValue(lang, changed.before[field])}</code>
                  </td>
                  <td>
                    <code className="excerpt">{formatValue(lang, changed.after[field])}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Dialog>
  );
}

/** Chooses between the action log and the log of sign-ins. */
export default function ActionLogScreen() {
  const { detail } = useStore($adminLocation);
  return detail === 'sign-ins' ? <SignInLog /> : <ActionLog />;
}

/** The action log (R20), which is read-only. */
function ActionLog() {
  const { t, lang } = useTexts();
  const nameOf = useActionName();
  const [shown, setShown] = useState<AdminLogEntryWire>();
  return (
    <>
      <ScreenHeader
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
        call="GET /v2/admin/log"
        columns={{
          created_at: { title: 'admin.log.column.at', kind: 'moment', width: '164px' },
          actor: {
            title: 'admin.log.column.actor',
            width: '15%',
            cell: (row) => row.actor.nickname,
          },
          action: {
            title: 'admin.log.column.action',
            width: '20%',
            cell: (row) => (
              <button type="button" className="link strong" onClick={() => setShown(row)}>
                {nameOf(row.action)}
              </button>
            ),
          },
          target: {
            title: 'admin.log.column.target',
            cell: (row) => <LogTarget entry={row} forum={forumName(lang, row)} />,
          },
          reason: {
            title: 'admin.log.column.reason',
            width: '22%',
            cell: (row) => <span lang={foreignLang(lang, row.reason)}>{row.reason}</span>,
          },
        }}
        rowName={(row) => nameOf(row.action)}
        empty="moderation.log.empty"
      />
      {shown && <LogEntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
