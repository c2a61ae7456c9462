import { useState } from 'react';
import { TOKEN_DAYS, TOKEN_NAME_MAX } from '#contracts/limits.ts';
import type { TokenWire } from '#contracts/wire/settings.ts';
import { makeToken } from '#stores/settings.ts';
import { Button } from '../ui/Button.tsx';
import { useForm } from '../ui/form.ts';
import { Secret } from '../ui/Secret.tsx';
import { useTexts } from '../ui/text.ts';
import { Outcome } from './Outcome.tsx';
import { useSaving } from './saving.ts';

type Scope = TokenWire['scopes'][number];

interface Props {
  /** May moderate somewhere: may give a token the scope for it. */
  moderator: boolean;
  onMade(): void;
}

export function NewToken({ moderator, onMade }: Props) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [days, setDays] = useState<(typeof TOKEN_DAYS)[number]>(90);
  const [token, setToken] = useState<string>();
  const saving = useSaving();
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
      setToken(await makeToken({ name: name.trim(), scopes: [...scopes], days })),
    );
    if (!made) return;
    setName('');
    form.reset();
    saving.goOn();
    onMade();
  };
  if (token) return <Secret token={token} onDone={() => setToken(undefined)} />;
  const offered: readonly Scope[] = moderator ? ['read', 'write', 'moderate'] : ['read', 'write'];
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
          maxLength={TOKEN_NAME_MAX}
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
            setDays(TOKEN_DAYS.find((one) => one === Number(event.currentTarget.value)) ?? 90)
          }
        >
          {TOKEN_DAYS.map((one) => (
            <option key={one} value={one}>
              {one === 0 ? t('settings.tokens.forever') : t('settings.tokens.days', { n: one })}
            </option>
          ))}
        </select>
      </div>
      <div className="done">
        <Button type="submit" idle={saving.step === 'pending'}>
          {t('settings.tokens.make')}
        </Button>
        <Outcome {...saving} />
      </div>
    </form>
  );
}
