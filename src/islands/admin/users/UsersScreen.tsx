import { useStore } from '@nanostores/react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { parseId } from '#contracts/paths.ts';
import { wireName } from '#i18n/localized.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { toNamedChoices } from '../hooks/use-forums.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { DataTable } from '../table/DataTable.tsx';
import { BanStatus } from './BanStatus.tsx';
import { UserDetails } from './UserDetails.tsx';
import { UserIdentity } from './UserIdentity.tsx';

/** The search for users (R20, R29); a user is at /bbs-admin/users/{id}. */
export default function UsersScreen() {
  const { detail } = useStore($adminLocation);
  const id = parseId(detail);
  return id === undefined ? <UserList /> : <UserDetails key={id} id={id} />;
}

function UserList() {
  const { t, lang } = useTexts();
  const groups = usePolledQuery('GET /v2/admin/groups').value?.groups ?? [];
  return (
    <>
      <ScreenHeader text={t('admin.users.about')} />
      <DataTable
        call="GET /v2/admin/users"
        name="users"
        columns={{
          nickname: {
            title: 'admin.users.column.user',
            cell: (row) => (
              <a className="who" href={adminPath('users', String(row.id))}>
                <UserIdentity user={row} size={32} />
              </a>
            ),
          },
          group: {
            title: 'admin.users.column.group',
            width: '15%',
            cell: (row) => wireName(lang, row.group),
          },
          state: {
            title: 'admin.users.column.state',
            width: '172px',
            cell: (row) => <BanStatus user={row} />,
          },
          level: {
            title: 'admin.users.column.level',
            isEndAligned: true,
            isOptional: true,
            width: '72px',
            cell: (row) => t('common.level', { n: row.level }),
          },
          posts: {
            title: 'admin.users.column.posts',
            kind: 'number',
            isOptional: true,
            width: '84px',
          },
          login_at: { title: 'admin.users.column.login', kind: 'age', width: '124px' },
          created_at: { title: 'admin.users.column.joined', kind: 'age', width: '124px' },
        }}
        rowName={(row) => row.nickname}
        search="admin.users.search"
        options={{ group: toNamedChoices(lang, groups) }}
        empty="admin.users.empty"
      />
    </>
  );
}
