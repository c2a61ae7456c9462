import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import type { AdminTokenWire } from '#contracts/calls/admin/admin-token-calls.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useVersion } from '../table/use-table-state.ts';
import { IssueTokenDialog } from './IssueTokenDialog.tsx';
import { RevokeTokenDialog, TokenScopes } from './TokenScopes.tsx';

const STATE_CLASSES = { works: 'well', expired: 'past', revoked: 'past' } as const;

/** All personal access tokens (R43). The dialog for a new one is at /bbs-admin/tokens/new. */
export default function TokensScreen() {
  const { t } = useTexts();
  const { detail, query } = useStore($adminLocation);
  const [revoking, setRevoking] = useState<AdminTokenWire>();
  const [version, reload] = useVersion();
  return (
    <>
      <ScreenHeader text={t('admin.tokens.about')}>
        <a className="btn fill" href={adminPath('tokens', 'new')}>
          <Icon name="plus" />
          {t('settings.tokens.make')}
        </a>
      </ScreenHeader>
      <DataTable
        call="GET /v2/admin/tokens"
        name="tokens"
        columns={{
          user: {
            title: 'admin.tokens.column.user',
            width: '22%',
            cell: (row) => (
              <a className="who" href={adminPath('users', String(row.user.id))}>
                <Avatar person={row.user} size={24} />
                <span className="name" translate="no">
                  {row.user.nickname}
                </span>
              </a>
            ),
          },
          name: {
            title: 'settings.tokens.name',
            cell: (row) => (
              <>
                {row.name} <code className="meta">lt_…{row.hint}</code>
              </>
            ),
          },
          scopes: {
            title: 'settings.tokens.scopes',
            width: '16%',
            cell: (row) => <TokenScopes scopes={row.scopes} />,
          },
          state: {
            title: 'admin.tokens.column.state',
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
          created_at: {
            title: 'admin.tokens.column.made',
            kind: 'age',
            isOptional: true,
            width: '112px',
          },
          used_at: { title: 'admin.tokens.column.used', kind: 'age', width: '112px' },
          expires_at: {
            title: 'admin.tokens.column.expires',
            kind: 'age',
            isOptional: true,
            width: '112px',
          },
          revoke: {
            title: 'settings.tokens.revoke',
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
        }}
        search="admin.tokens.search"
        version={version}
        empty={{ title: 'admin.tokens.emptyTitle', text: 'admin.tokens.empty' }}
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
