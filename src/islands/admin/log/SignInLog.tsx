import { Fragment } from 'react';
import { adminPath } from '#contracts/admin.ts';
import { SIGN_IN_RETENTION_DAYS } from '#contracts/limits.ts';
import { browserName } from '../../components/browser-name.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { DataTable } from '../table/DataTable.tsx';

/** Allows line breaks after the colons of an IPv6 address. */
const IpAddress = ({ ip }: { ip: string }) =>
  ip.split(/(?<=:)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));

/** All sign-ins and refused logins. Needs a fresh login; the action log records the access. */
export function SignInLog() {
  const { t } = useTexts();
  return (
    <>
      <ScreenHeader
        title={t('admin.log.signIns.title')}
        text={
          <>
            {t('admin.log.signIns.about', { days: SIGN_IN_RETENTION_DAYS })}{' '}
            <a className="link" href={adminPath('log')}>
              {t('admin.screen.log')}
            </a>
          </>
        }
      />
      <DataTable
        name="sign-ins"
        label={t('admin.log.signIns.title')}
        call="GET /v2/admin/sign-ins"
        columns={{
          created_at: {
            title: 'admin.log.column.at',
            kind: 'moment',
            isSortable: false,
            width: '164px',
          },
          user: {
            title: 'admin.users.column.user',
            width: '15%',
            cell: (row) =>
              row.user ? (
                <a className="link" href={adminPath('users', String(row.user.id))}>
                  {row.user.nickname}
                </a>
              ) : (
                <span className="meta">{t('admin.users.unknown')}</span>
              ),
          },
          event: {
            title: 'admin.log.column.action',
            width: '19%',
            cell: (row) => (
              <>
                {t(`settings.logins.log.event.${row.event}`)}{' '}
                {row.kind === 'admin' && <span className="chip">{t('settings.logins.admin')}</span>}
              </>
            ),
          },
          reason: {
            title: 'admin.log.column.reason',
            width: '15%',
            cell: (row) => row.reason && t(`settings.logins.log.reason.${row.reason}`),
          },
          ip: {
            title: 'admin.log.signIns.address',
            width: '200px',
            cell: (row) => <IpAddress ip={row.ip} />,
          },
          browser: {
            title: 'admin.log.signIns.browser',
            isOptional: true,
            cell: (row) => browserName(row.user_agent) ?? t('settings.logins.unknown'),
          },
        }}
        empty={{ title: 'settings.logins.log.none', text: 'admin.log.signIns.emptyText' }}
      />
    </>
  );
}
