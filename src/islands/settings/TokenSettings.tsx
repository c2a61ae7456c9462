import { useState } from 'react';
import { createToken, loadTokens, revokeToken } from '#client/account/settings.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { MAX_TOKEN_NAME_CHARACTERS, TOKEN_LIFETIME_DAYS } from '#contracts/limits.ts';
import type { TokenWire } from '#contracts/wire/settings.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { OneTimeSecret } from '../components/OneTimeSecret.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useForm } from '../hooks/use-form.ts';
import { useQuery } from '../hooks/use-query.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isFresh, LoginAgain } from './LoginAgain.tsx';
import { SaveStatus } from './SaveStatus.tsx';

type Scope = TokenWire['scopes'][number];

interface NewTokenProps {
  /** Whether the reader moderates some forum, and so may give a token the scope `moderate`. */
  mayModerate: boolean;
  onCreated(): void;
}

function NewTokenForm({ mayModerate, onCreated }: NewTokenProps) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [days, setDays] = useState<(typeof TOKEN_LIFETIME_DAYS)[number]>(90);
  const [token, setToken] = useState<string>();
  const saving = useSubmit();
  const form = useForm(
    { name, scopes },
    {
      name: ({ name: typed }) => (typed.trim() === '' ? t('settings.tokens.nameEmpty') : undefined),
      scopes: ({ scopes: chosen }) =>
        chosen.length === 0 ? t('settings.tokens.scopesEmpty') : undefined,
    },
  );
  const { problems } = form;
  const submit = async () => {
    if (!form.submit()) return;
    const made = await saving.run(async () =>
      setToken(await createToken({ name: name.trim(), scopes: [...scopes], days })),
    );
    if (!made) return;
    setName('');
    form.reset();
    saving.clearOutcome();
    onCreated();
  };
  if (token) return <OneTimeSecret token={token} onDone={() => setToken(undefined)} />;
  const offered: readonly Scope[] = mayModerate ? ['read', 'write', 'moderate'] : ['read', 'write'];
  return (
    <form
      className="new-key"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="field" data-invalid={problems.name ? '' : undefined}>
        <label htmlFor="token-name">{t('settings.tokens.name')}</label>
        <input
          id="token-name"
          autoComplete="off"
          maxLength={MAX_TOKEN_NAME_CHARACTERS}
          placeholder={t('settings.tokens.nameHint')}
          value={name}
          aria-invalid={problems.name !== undefined}
          aria-describedby={problems.name ? 'token-name-problem' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {problems.name && (
          <p className="wrong" id="token-name-problem" role="alert">
            {problems.name}
          </p>
        )}
      </div>
      <fieldset
        className="field choices"
        aria-describedby={problems.scopes ? 'token-scopes-problem' : undefined}
      >
        <legend className="hint">{t('settings.tokens.scopes')}</legend>
        {offered.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) =>
                setScopes(
                  event.currentTarget.checked
                    ? [...scopes, scope]
                    : scopes.filter((one) => one !== scope),
                )
              }
            />
            {t(`settings.tokens.may.${scope}`)}
          </label>
        ))}
        {problems.scopes && (
          <p className="wrong" id="token-scopes-problem" role="alert">
            {problems.scopes}
          </p>
        )}
      </fieldset>
      <div className="field">
        <label htmlFor="token-days">{t('settings.tokens.expiry')}</label>
        <select
          id="token-days"
          value={days}
          onChange={(event) =>
            setDays(
              TOKEN_LIFETIME_DAYS.find((one) => one === Number(event.currentTarget.value)) ?? 90,
            )
          }
        >
          {TOKEN_LIFETIME_DAYS.map((one) => (
            <option key={one} value={one}>
              {one === 0 ? t('settings.tokens.forever') : t('settings.tokens.days', { n: one })}
            </option>
          ))}
        </select>
      </div>
      <div className="done">
        <Button type="submit" isInactive={saving.step === 'pending'}>
          {t('settings.tokens.make')}
        </Button>
        <SaveStatus {...saving} />
      </div>
    </form>
  );
}

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
