import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import { type AdminTokenWire, TOKEN_STATES } from '#contracts/wire/admin-token.ts';
import { $place, go } from '#stores/admin/place.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Head } from '../ui/Head.tsx';
import { When } from '../ui/When.tsx';
import { IssueToken } from './IssueToken.tsx';
import { Revoke } from './Revoke.tsx';
import { Scopes } from './Scopes.tsx';

const SCOPES = ['read', 'write', 'moderate'] as const;
const DOTS = { works: 'well', expired: 'past', revoked: 'past' } as const;

/**
 * Personal access tokens of everybody (R43): whose, for what, when used; at /bbs-admin/tokens/new a
 * new one is made.
 */
export default function Tokens() {
  const { t } = useTexts();
  const { rest, query } = useStore($place);
  const [version, setVersion] = useState(0);
  const [revoking, setRevoking] = useState<AdminTokenWire>();
  const changed = () => setVersion((one) => one + 1);
  const columns: Column<AdminTokenWire>[] = [
    {
      name: 'user',
      title: t('admin.tokens.column.user'),
      width: '22%',
      cell: (row) => (
        <a className="who" href={adminPath('users', String(row.user.id))}>
          <Avatar person={row.user} size={24} />
          <span className="name">{row.user.nickname}</span>
        </a>
      ),
    },
    {
      name: 'name',
      title: t('settings.tokens.name'),
      cell: (row) => (
        <>
          {row.name} <code className="meta">lt_…{row.hint}</code>
        </>
      ),
    },
    {
      name: 'scopes',
      title: t('settings.tokens.scopes'),
      width: '16%',
      cell: (row) => <Scopes scopes={row.scopes} />,
    },
    {
      name: 'state',
      title: t('admin.tokens.column.state'),
      width: '100px',
      cell: (row) => (
        <span className={`dot ${DOTS[row.state]}`}>
          {t(`admin.tokens.state.${row.state}`)}
          {row.expires_at && (
            <span className="meta instead">
              <When at={row.expires_at} />
            </span>
          )}
        </span>
      ),
    },
    {
      name: 'created_at',
      title: t('admin.tokens.column.made'),
      sorts: true,
      end: true,
      spare: true,
      width: '112px',
      cell: (row) => <When at={row.created_at} />,
    },
    {
      name: 'used_at',
      title: t('admin.tokens.column.used'),
      sorts: true,
      end: true,
      width: '112px',
      cell: (row) =>
        row.used_at ? (
          <When at={row.used_at} />
        ) : (
          <span className="meta">{t('admin.tokens.never')}</span>
        ),
    },
    {
      name: 'expires_at',
      title: t('admin.tokens.column.expires'),
      sorts: true,
      end: true,
      spare: true,
      width: '112px',
      cell: (row) =>
        row.expires_at ? (
          <When at={row.expires_at} />
        ) : (
          <span className="meta">{t('admin.tokens.never')}</span>
        ),
    },
    {
      name: 'revoke',
      title: t('settings.tokens.revoke'),
      end: true,
      width: '84px',
      cell: (row) =>
        row.state === 'works' && (
          <Button
            className="small"
            aria-label={t('settings.tokens.revokeOne', { name: row.name })}
            onClick={() => setRevoking(row)}
          >
            {t('settings.tokens.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Head title={t('admin.screen.tokens')} text={t('admin.tokens.about')}>
        <a className="btn fill" href={adminPath('tokens', 'new')}>
          <Icon name="plus" />
          {t('settings.tokens.make')}
        </a>
      </Head>
      <DataTable
        name="tokens"
        label={t('admin.screen.tokens')}
        columns={columns}
        normal="-created_at"
        search={t('admin.tokens.search')}
        choices={[
          {
            name: 'state',
            label: t('admin.tokens.anyState'),
            options: TOKEN_STATES.map(
              (state) => [state, t(`admin.tokens.state.${state}`)] as const,
            ),
          },
          {
            name: 'scope',
            label: t('admin.tokens.anyScope'),
            options: SCOPES.map((scope) => [scope, t(`settings.tokens.scope.${scope}`)] as const),
          },
        ]}
        csv
        version={version}
        empty={{ title: t('settings.tokens.none'), text: t('admin.tokens.empty') }}
      />
      {rest === 'new' && (
        <IssueToken
          userId={Number(query.get('user')) || undefined}
          onMade={changed}
          onClose={() => go(adminPath('tokens'))}
        />
      )}
      {revoking && (
        <Revoke token={revoking} onClose={() => setRevoking(undefined)} onDone={changed} />
      )}
    </>
  );
}
