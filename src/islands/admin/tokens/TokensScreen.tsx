import { useStore } from '@nanostores/react';
import { useReducer, useState } from 'react';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { TOKEN_STATES } from '#contracts/admin-choices.ts';
import { TOKEN_SCOPES } from '#contracts/limits.ts';
import type { AdminTokenWire } from '#contracts/wire/admin-token.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { toFilter } from '../table/TableToolbar.tsx';
import { IssueTokenDialog } from './IssueTokenDialog.tsx';
import { RevokeTokenDialog, TokenScopes } from './TokenScopes.tsx';

const STATE_CLASSES = { works: 'well', expired: 'past', revoked: 'past' } as const;

/** All personal access tokens (R43). At /bbs-admin/tokens/new a token is created. */
export default function TokensScreen() {
  const { t } = useTexts();
  const { detail, query } = useStore($adminLocation);
  const [revoking, setRevoking] = useState<AdminTokenWire>();
  const [version, reload] = useReducer((count: number) => count + 1, 0);
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
      cell: (row) => <TokenScopes scopes={row.scopes} />,
    },
    {
      name: 'state',
      title: t('admin.tokens.column.state'),
      width: '100px',
      cell: (row) => (
        <span className={`dot ${STATE_CLASSES[row.state]}`}>
          {t(`admin.tokens.state.${row.state}`)}
          {row.expires_at && (
            <span className="meta instead">
              <RelativeTime at={row.expires_at} />
            </span>
          )}
        </span>
      ),
    },
    {
      name: 'created_at',
      title: t('admin.tokens.column.made'),
      kind: 'age',
      isSortable: true,
      isOptional: true,
      width: '112px',
    },
    {
      name: 'used_at',
      title: t('admin.tokens.column.used'),
      kind: 'age',
      isSortable: true,
      width: '112px',
    },
    {
      name: 'expires_at',
      title: t('admin.tokens.column.expires'),
      kind: 'age',
      isSortable: true,
      isOptional: true,
      width: '112px',
    },
    {
      name: 'revoke',
      title: t('settings.tokens.revoke'),
      isEndAligned: true,
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
      <ScreenHeader title={t('admin.screen.tokens')} text={t('admin.tokens.about')}>
        <a className="btn fill" href={adminPath('tokens', 'new')}>
          <Icon name="plus" />
          {t('settings.tokens.make')}
        </a>
      </ScreenHeader>
      <DataTable
        call="GET /v2/admin/tokens"
        name="tokens"
        label={t('admin.screen.tokens')}
        columns={columns}
        defaultSort="-created_at"
        search={t('admin.tokens.search')}
        selectFilters={[
          toFilter('state', t('admin.tokens.anyState'), TOKEN_STATES, (state) =>
            t(`admin.tokens.state.${state}`),
          ),
          toFilter('scope', t('admin.tokens.anyScope'), TOKEN_SCOPES, (scope) =>
            t(`settings.tokens.scope.${scope}`),
          ),
        ]}
        csv
        version={version}
        empty={{ title: t('admin.tokens.emptyTitle'), text: t('admin.tokens.empty') }}
      />
      {detail === 'new' && (
        <IssueTokenDialog
          userId={Number(query.get('user')) || undefined}
          onIssued={reload}
          onClose={() => goToScreen(adminPath('tokens'))}
        />
      )}
      {revoking && (
        <RevokeTokenDialog
          token={revoking}
          onClose={() => setRevoking(undefined)}
          onDone={reload}
        />
      )}
    </>
  );
}
