import { useStore } from '@nanostores/react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { JOINED_DAYS, USER_STATES } from '#contracts/admin-choices.ts';
import { parseId } from '#contracts/paths.ts';
import type { AdminUserRowWire } from '#contracts/wire/admin-user.ts';
import { formatNumber } from '#i18n/format.ts';
import { pickLang } from '#i18n/localized.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { BanStatus } from './BanStatus.tsx';
import { UserDetails } from './UserDetails.tsx';
import { UserIdentity } from './UserIdentity.tsx';

/** Users (R20, R29): the search; a user is at /bbs-admin/users/{id}. */
export default function UsersScreen() {
  const { detail } = useStore($adminLocation);
  const id = parseId(detail);
  return id === undefined ? <UserList /> : <UserDetails key={id} id={id} />;
}

function UserList() {
  const { t, lang } = useTexts();
  const groups = usePolledQuery('GET /v2/admin/groups').value?.groups ?? [];
  const columns: Column<AdminUserRowWire>[] = [
    {
      name: 'nickname',
      title: t('admin.users.column.user'),
      cell: (row) => (
        <a className="who" href={adminPath('users', String(row.id))}>
          <UserIdentity user={row} size={32} />
        </a>
      ),
    },
    {
      name: 'group',
      title: t('admin.users.column.group'),
      width: '15%',
      cell: (row) => pickLang(lang, row.group.name, row.group.name_en),
    },
    {
      name: 'state',
      title: t('admin.users.column.state'),
      width: '172px',
      cell: (row) => <BanStatus user={row} />,
    },
    {
      name: 'level',
      title: t('admin.users.column.level'),
      isEndAligned: true,
      isOptional: true,
      width: '72px',
      cell: (row) => t('common.level', { n: row.level }),
    },
    {
      name: 'posts',
      title: t('admin.users.column.posts'),
      isEndAligned: true,
      isOptional: true,
      width: '84px',
      cell: (row) => formatNumber(lang, row.posts),
    },
    {
      name: 'login_at',
      title: t('admin.users.column.login'),
      isSortable: true,
      isEndAligned: true,
      width: '124px',
      cell: (row) => <RelativeTime at={row.login_at} />,
    },
    {
      name: 'created_at',
      title: t('admin.users.column.joined'),
      isSortable: true,
      isEndAligned: true,
      width: '124px',
      cell: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
  return (
    <>
      <ScreenHeader title={t('admin.screen.users')} text={t('admin.users.about')} />
      <DataTable
        call="GET /v2/admin/users"
        name="users"
        label={t('admin.screen.users')}
        columns={columns}
        rowName={(row) => row.nickname}
        defaultSort="-created_at"
        search={t('admin.users.search')}
        selectFilters={[
          {
            name: 'group',
            label: t('admin.users.anyGroup'),
            options: groups.map(
              (one) => [String(one.id), pickLang(lang, one.name, one.name_en)] as const,
            ),
          },
          {
            name: 'state',
            label: t('admin.users.anyState'),
            options: USER_STATES.map((state) => [state, t(`admin.users.state.${state}`)] as const),
          },
          {
            name: 'joined',
            label: t('admin.users.anyTime'),
            options: JOINED_DAYS.map((days) => [days, t(`admin.users.joined.${days}`)] as const),
          },
        ]}
        csv
        empty={{ title: t('admin.users.empty.title'), text: t('admin.users.empty.text') }}
      />
    </>
  );
}
