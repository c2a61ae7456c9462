import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import type { AdminTokenWire } from '#contracts/wire/admin-token.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from '../../ui/text.ts';
import { Revoke } from '../tokens/Revoke.tsx';
import { Scopes } from '../tokens/Scopes.tsx';
import { useLooked } from '../ui/looked.ts';
import { Waiting } from '../ui/Waiting.tsx';

/** Tokens by which programs act as somebody (R43); those that work can be revoked. */
export function TokensOf({ id }: { id: number }) {
  const { t, lang } = useTexts();
  const { seen, failure, again } = useLooked<{ rows: AdminTokenWire[] }>('/v2/admin/tokens', {
    user: id,
    limit: 100,
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
      {!seen && <Waiting failure={failure} again={again} rows={1} />}
      {seen?.rows.length === 0 && <p className="hint">{t('settings.tokens.none')}</p>}
      <ul className="keys">
        {seen?.rows.map((token) => (
          <li key={token.id} data-past={token.state === 'works' ? undefined : ''}>
            <div>
              <b>{token.name}</b> <code className="meta">lt_…{token.hint}</code>{' '}
              <Scopes scopes={token.scopes} />
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
        <Revoke token={revoking} onClose={() => setRevoking(undefined)} onDone={again} />
      )}
    </section>
  );
}
