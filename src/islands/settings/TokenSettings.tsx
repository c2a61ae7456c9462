import { useState } from 'react';
import { loadTokens, revokeToken } from '#client/account/settings.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { TokenWire } from '#contracts/wire/settings.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isFresh, LoginAgain } from './LoginAgain.tsx';
import { NewTokenForm } from './NewTokenForm.tsx';

function TokenRow({ token, onRevoke }: { token: TokenWire; onRevoke(): void }) {
  const { t, lang } = useTexts();
  const [isConfirming, setConfirming] = useState(false);
  const day = (at: string) => formatDay(lang, new Date(at));
  return (
    <li>
      <div>
        <b>{token.name}</b> <code className="meta">lt_…{token.hint}</code>
        {token.scopes.map((scope) => (
          <span key={scope} className="chip">
            {t(`settings.tokens.scope.${scope}`)}
          </span>
        ))}
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
          {token.issuer && <span>{t('settings.tokens.issuer', { name: token.issuer })}</span>}
        </p>
      </div>
      {isConfirming && <Button onClick={() => setConfirming(false)}>{t('common.cancel')}</Button>}
      <Button
        aria-label={t(isConfirming ? 'settings.tokens.revokeSure' : 'settings.tokens.revokeOne', {
          name: token.name,
        })}
        onClick={() => (isConfirming ? onRevoke() : setConfirming(true))}
      >
        {t(isConfirming ? 'settings.tokens.sure' : 'settings.tokens.revoke')}
      </Button>
    </li>
  );
}

/**
 * Personal access tokens (R43): the valid ones, and, after a fresh login, a form for another one.
 */
export function TokenSettings({
  moderator,
  freshUntil,
}: {
  moderator: boolean;
  /** null: the provider never proves a login. */
  freshUntil: string | null;
}) {
  const { t } = useTexts();
  const [hasFreshLogin] = useState(() => isFresh(freshUntil));
  const { value, failure, reload, update } = useQuery('tokens', loadTokens);
  const revoke = (id: number) => {
    revokeToken(id).then(() => update((now) => now.filter((one) => one.id !== id)), showErrorToast);
  };
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!value) return <Skeleton rows={2} />;
  return (
    <>
      {value.length === 0 ? (
        <p className="hint">{t('settings.tokens.none')}</p>
      ) : (
        <ul className="keys">
          {value.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => revoke(token.id)} />
          ))}
        </ul>
      )}
      {hasFreshLogin ? (
        <NewTokenForm mayModerate={moderator} onCreated={() => reload(true)} />
      ) : (
        <LoginAgain text={t('settings.tokens.fresh')} freshUntil={freshUntil} />
      )}
    </>
  );
}
