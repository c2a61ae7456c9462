import { useState } from 'react';
import { createToken } from '#client/account/settings.ts';
import { MAX_TOKEN_NAME_CHARACTERS, TOKEN_LIFETIME_DAYS } from '#contracts/limits.ts';
import type { TokenWire } from '#contracts/wire/settings.ts';
import { Button } from '../components/Button.tsx';
import { OneTimeSecret } from '../components/OneTimeSecret.tsx';
import { useForm } from '../hooks/use-form.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { SaveStatus } from './SaveStatus.tsx';
import { useSave } from './use-save.ts';

type Scope = TokenWire['scopes'][number];

interface Props {
  /** Whether the reader moderates some forum, and so may give a token the scope `moderate`. */
  mayModerate: boolean;
  onCreated(): void;
}

export function NewTokenForm({ mayModerate, onCreated }: Props) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [days, setDays] = useState<(typeof TOKEN_LIFETIME_DAYS)[number]>(90);
  const [token, setToken] = useState<string>();
  const saving = useSave();
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
