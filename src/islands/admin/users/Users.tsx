import { useStore } from '@nanostores/react';
import { adminPath } from '#contracts/admin.ts';
import { parseId } from '#contracts/paths.ts';
import type { AdminGroupsWire } from '#contracts/wire/admin-group.ts';
import { type AdminUserRowWire, JOINED_DAYS, USER_STATES } from '#contracts/wire/admin-user.ts';
import { formatNumber } from '#i18n/format.ts';
import { inLang } from '#i18n/named.ts';
import { $place } from '#stores/admin/place.ts';
import { useTexts } from '../../ui/text.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Head } from '../ui/Head.tsx';
import { useLooked } from '../ui/looked.ts';
import { When } from '../ui/When.tsx';
import { OneUser } from './OneUser.tsx';
import { Standing } from './Standing.tsx';
import { Who } from './Who.tsx';

/** People (R20, R29): looked for here; one of them at /bbs-admin/users/{id}. */
export default function Users() {
  const { rest } = useStore($place);
  const id = parseId(rest);
  return id === undefined ? <List /> : <OneUser key={id} id={id} />;
}

function List() {
  const { t, lang } = useTexts();
  const groups = useLooked<AdminGroupsWire>('/v2/admin/groups').seen?.groups ?? [];
  const columns: Column<AdminUserRowWire>[] = [
    {
      name: 'nickname',
      title: t('admin.users.column.user'),
      cell: (row) => (
        <a className="who" href={adminPath('users', String(row.id))}>
          <Who user={row} size={32} />
        </a>
      ),
    },
    {
      name: 'group',
      title: t('admin.users.column.group'),
      width: '15%',
      cell: (row) => inLang(lang, row.group.name, row.group.name_en),
    },
    {
      name: 'state',
      title: t('admin.users.column.state'),
      width: '172px',
      cell: (row) => <Standing user={row} />,
    },
    {
      name: 'level',
      title: t('admin.users.column.level'),
      end: true,
      spare: true,
      width: '72px',
      cell: (row) => t('common.level', { n: row.level }),
    },
    {
      name: 'posts',
      title: t('admin.users.column.posts'),
      end: true,
      spare: true,
      width: '84px',
      cell: (row) => formatNumber(lang, row.posts),
    },
    {
      name: 'login_at',
      title: t('admin.users.column.login'),
      sorts: true,
      end: true,
      width: '124px',
      cell: (row) => <When at={row.login_at} />,
    },
    {
      name: 'created_at',
      title: t('admin.users.column.joined'),
      sorts: true,
      end: true,
      width: '124px',
      cell: (row) => <When at={row.created_at} />,
    },
  ];
  return (
    <>
      <Head title={t('admin.screen.users')} text={t('admin.users.about')} />
      <DataTable
        name="users"
        label={t('admin.screen.users')}
        columns={columns}
        rowName={(row) => row.nickname}
        normal="-created_at"
        search={t('admin.users.search')}
        choices={[
          {
            name: 'group',
            label: t('admin.users.anyGroup'),
            options: groups.map(
              (one) => [String(one.id), inLang(lang, one.name, one.name_en)] as const,
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
