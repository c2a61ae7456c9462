import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { MAX_TOKEN_NAME_CHARACTERS, TOKEN_LIFETIME_DAYS, TOKEN_SCOPES } from '#contracts/limits.ts';
import type { TokenWire } from '#contracts/wire/settings.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { Check } from '../components/Choices.tsx';
import { FieldProblem } from '../components/FormError.tsx';
import { SelectField, toChoices } from '../components/form-fields.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { OneTimeSecret } from '../components/OneTimeSecret.tsx';

import { useForm } from '../hooks/use-form.ts';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { FreshLogin, SettingsForm, useFields } from './SettingsForm.tsx';

type Scope = TokenWire['scopes'][number];

interface NewTokenProps {
  /** The reader moderates a forum, so a token may have the scope `moderate`. */
  mayModerate: boolean;
  onCreated(): void;
}

function NewTokenForm({ mayModerate, onCreated }: NewTokenProps) {
  const { t } = useTexts();
  const { values, set, saving } = useFields({
    name: '',
    scopes: ['read'] as readonly Scope[],
    days: 90 as (typeof TOKEN_LIFETIME_DAYS)[number],
  });
  const { name, scopes, days } = values;
  const [token, setToken] = useState<string>();
  const form = useForm(values, {
    name: ({ name: typed }) => (typed.trim() === '' ? t('settings.tokens.nameEmpty') : undefined),
    scopes: ({ scopes: chosen }) =>
      chosen.length === 0 ? t('settings.tokens.scopesEmpty') : undefined,
  });
  const { problems } = form;
  const submit = async () => {
    if (!form.submit()) return;
    const body = { name: name.trim(), scopes: [...scopes], days };
    const isCreated = await saving.run(async () =>
      setToken((await call('POST /v1/user/token', { body })).data.token),
    );
    if (!isCreated) return;
    set({ name: '' });
    form.reset();
    onCreated();
  };
  if (token) return <OneTimeSecret token={token} onDone={() => setToken(undefined)} />;
  const offered = TOKEN_SCOPES.filter((scope) => mayModerate || scope !== 'moderate');
  return (
    <SettingsForm
      className="new-key"
      action={t('settings.tokens.make')}
      saving={saving}
      onSubmit={submit}
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
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <FieldProblem id="token-name-problem">{problems.name}</FieldProblem>
      </div>
      <fieldset
        className="field choices"
        aria-describedby={problems.scopes ? 'token-scopes-problem' : undefined}
      >
        <legend className="hint">{t('settings.tokens.scopes')}</legend>
        {offered.map((scope) => (
          <Check
            key={scope}
            checked={scopes.includes(scope)}
            onChange={(is) =>
              set({ scopes: is ? [...scopes, scope] : scopes.filter((one) => one !== scope) })
            }
          >
            {t(`settings.tokens.may.${scope}`)}
          </Check>
        ))}
        <FieldProblem id="token-scopes-problem">{problems.scopes}</FieldProblem>
      </fieldset>
      <SelectField
        label={t('settings.tokens.expiry')}
        value={days}
        options={toChoices(TOKEN_LIFETIME_DAYS, (n) =>
          n === 0 ? t('settings.tokens.forever') : t('settings.tokens.days', { n }),
        )}
        onChange={(chosen) => set({ days: chosen })}
      />
    </SettingsForm>
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

/** Valid personal access tokens (R43), and after a fresh login a form for another. */
export function TokenSettings({
  moderator,
  freshUntil,
}: {
  moderator: boolean;
  /** null: the provider never proves a login. */
  freshUntil: string | null;
}) {
  const { t } = useTexts();
  const query = useQuery('tokens', async () => (await call('GET /v1/user/token')).data);
  const revoke = (id: number) => {
    call('DELETE /v1/user/token', { query: { id } }).then(
      () => query.update((now) => now.filter((one) => one.id !== id)),
      showErrorToast,
    );
  };
  return (
    <Loaded query={query} rows={2}>
      {(tokens) => (
        <>
          {tokens.length === 0 ? (
            <p className="hint">{t('settings.tokens.none')}</p>
          ) : (
            <ul className="keys">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => revoke(token.id)} />
              ))}
            </ul>
          )}
          <FreshLogin text={t('settings.tokens.fresh')} freshUntil={freshUntil}>
            <NewTokenForm mayModerate={moderator} onCreated={() => query.reload(true)} />
          </FreshLogin>
        </>
      )}
    </Loaded>
  );
}
