import { useState } from 'react';
import type { TokenWire } from '#contracts/wire/settings.ts';
import { formatDay } from '#i18n/format.ts';
import { loginAddress } from '#stores/page.ts';
import { readTokens, revokeToken } from '#stores/settings.ts';
import { report } from '#stores/tips.ts';
import { Bones } from '../ui/Bones.tsx';
import { Button } from '../ui/Button.tsx';
import { useLoaded } from '../ui/loaded.ts';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { NewToken } from './NewToken.tsx';

function Token({ token, onRevoke }: { token: TokenWire; onRevoke(): void }) {
  const { t, lang } = useTexts();
  const [sure, setSure] = useState(false);
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
        </p>
      </div>
      {sure && <Button onClick={() => setSure(false)}>{t('common.cancel')}</Button>}
      <Button
        aria-label={t(sure ? 'settings.tokens.revokeSure' : 'settings.tokens.revokeOne', {
          name: token.name,
        })}
        onClick={() => (sure ? onRevoke() : setSure(true))}
      >
        {t(sure ? 'settings.tokens.sure' : 'settings.tokens.revoke')}
      </Button>
    </li>
  );
}

/** Milliseconds that somebody needs at least for filling the form in. */
const NEEDED = 30_000;

/**
 * Personal access tokens (R43): those that work, and a form for another one, for who has just
 * logged in.
 */
export function Tokens({ moderator, freshUntil }: { moderator: boolean; freshUntil: string }) {
  const { t } = useTexts();
  const [fresh] = useState(() => Date.parse(freshUntil) > Date.now() + NEEDED);
  const { value, failure, again, change } = useLoaded('tokens', readTokens);
  const revoke = (id: number) => {
    revokeToken(id).then(() => change((now) => now.filter((one) => one.id !== id)), report);
  };
  if (failure) return <Trouble failure={failure} onAgain={again} />;
  if (!value) return <Bones rows={2} />;
  return (
    <>
      {value.length === 0 ? (
        <p className="hint">{t('settings.tokens.none')}</p>
      ) : (
        <ul className="keys">
          {value.map((token) => (
            <Token key={token.id} token={token} onRevoke={() => revoke(token.id)} />
          ))}
        </ul>
      )}
      {fresh ? (
        <NewToken moderator={moderator} onMade={() => again(true)} />
      ) : (
        <div className="done">
          <p className="hint">{t('settings.tokens.fresh')}</p>
          <a className="btn" href={loginAddress(location.href, true)} rel="nofollow">
            {t('settings.tokens.again')}
          </a>
        </div>
      )}
    </>
  );
}
