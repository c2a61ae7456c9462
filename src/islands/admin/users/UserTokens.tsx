import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import type { AdminTokenWire } from '#contracts/calls/admin/admin-token-calls.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { RevokeTokenDialog, TokenScopes } from '../tokens/TokenScopes.tsx';

/** The tokens of a user (R43); active ones can be revoked. */
export function UserTokens({ id }: { id: number }) {
  const { t, lang } = useTexts();
  const { value, ...loading } = usePolledQuery('GET /v2/admin/tokens', {
    query: { user: id, limit: 100 },
  });
  const [revoking, setRevoking] = useState<AdminTokenWire>();
  const day = (at: string) => formatDay(lang, new Date(at));
  return (
    <section className="block">
      <header>
        <h2>{t('admin.screen.tokens')}</h2>
        <a className="link" href={adminPath('tokens', 'new', { user: id })}>
          {t('settings.tokens.make')}
        </a>
      </header>
      {!value && <LoadingOrError {...loading} rows={1} />}
      {value?.rows.length === 0 && <p className="hint">{t('settings.tokens.none')}</p>}
      <ul className="keys">
        {value?.rows.map((token) => (
          <li key={token.id} data-past={token.state === 'works' ? undefined : ''}>
            <div>
              <b>{token.name}</b> <code className="meta">lt_…{token.hint}</code>{' '}
              <TokenScopes scopes={token.scopes} />
              <p className="meta dots">
                <span>
                  {token.used_at
                    ? t('settings.tokens.used', { date: day(token.used_at) })
                    : t('settings.tokens.unused')}
                </span>
                <span>
                  {token.expires_at
                    ? t('settings.tokens.until', { date: day(token.expires_at) })
                    : t('settings.tokens.forever')}
                </span>
              </p>
            </div>
            {token.state === 'works' ? (
              <Button
                className="small"
                aria-label={t('settings.tokens.revokeOne', { name: token.name })}
                onClick={() => setRevoking(token)}
              >
                {t('settings.tokens.revoke')}
              </Button>
            ) : (
              <span className="meta">{t(`admin.tokens.state.${token.state}`)}</span>
            )}
          </li>
        ))}
      </ul>
      {revoking && (
        <RevokeTokenDialog
          token={revoking}
          onClose={() => setRevoking(undefined)}
          onDone={loading.reload}
        />
      )}
    </section>
  );
}
