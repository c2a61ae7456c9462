import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { TOKEN_STATES } from '#contracts/admin-choices.ts';
import type { AdminTokenWire } from '#contracts/wire/admin-token.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { IssueTokenDialog } from './IssueTokenDialog.tsx';
import { RevokeTokenDialog } from './RevokeTokenDialog.tsx';
import { TokenScopes } from './TokenScopes.tsx';

const SCOPES = ['read', 'write', 'moderate'] as const;
const STATE_CLASSES = { works: 'well', expired: 'past', revoked: 'past' } as const;

/** All personal access tokens (R43). At /bbs-admin/tokens/new a token is created. */
export default function TokensScreen() {
  const { t } = useTexts();
  const { detail, query } = useStore($adminLocation);
  const [version, setVersion] = useState(0);
  const [revoking, setRevoking] = useState<AdminTokenWire>();
  const reload = () => setVersion((one) => one + 1);
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
      isSortable: true,
      isEndAligned: true,
      isOptional: true,
      width: '112px',
      cell: (row) => <RelativeTime at={row.created_at} />,
    },
    {
      name: 'used_at',
      title: t('admin.tokens.column.used'),
      isSortable: true,
      isEndAligned: true,
      width: '112px',
      cell: (row) =>
        row.used_at ? (
          <RelativeTime at={row.used_at} />
        ) : (
          <span className="meta">{t('admin.tokens.never')}</span>
        ),
    },
    {
      name: 'expires_at',
      title: t('admin.tokens.column.expires'),
      isSortable: true,
      isEndAligned: true,
      isOptional: true,
      width: '112px',
      cell: (row) =>
        row.expires_at ? (
          <RelativeTime at={row.expires_at} />
        ) : (
          <span className="meta">{t('admin.tokens.never')}</span>
        ),
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
