import { useState } from 'react';
import { call } from '#client/core/api.ts';
import type { CallReply } from '#contracts/calls/calls.ts';
import type { SetupWire } from '#contracts/wire/setup.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/FormError.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { Details } from '../components/Details.tsx';
import { CopyField } from './CopyField.tsx';

const SAMPLE_VARIABLES = `OIDC_ISSUER=https://login.example.com
OIDC_CLIENT_ID=forum
OIDC_CLIENT_SECRET=…`;

function ProviderTrial() {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<CallReply<'POST /v2/admin/setup/provider'>>();
  const { step, failure, run } = useSubmit();
  const isTrying = step === 'pending';
  const tryIt = () =>
    run(async () => {
      setOutcome(undefined);
      setOutcome(await call('POST /v2/admin/setup/provider'));
    });
  const problems = outcome?.problems ?? [];
  return (
    <>
      <div className="row">
        <Button isInactive={isTrying} onClick={() => void tryIt()}>
          {t(isTrying ? 'admin.setup.provider.trying' : 'admin.setup.provider.try')}
        </Button>
        <p role="status">
          {outcome && problems.length === 0 && (
            <span className="dot done">
              {t('admin.setup.provider.works', { count: outcome.keys })}
            </span>
          )}
        </p>
      </div>
      {problems.length > 0 && (
        <div role="alert">
          <p>
            <span className="dot failed">
              {t('admin.setup.provider.broken', { count: problems.length })}
            </span>
          </p>
          <ul className="setup-problems">
            {problems.map(({ code, detail }) => (
              <li key={`${code} ${detail}`}>{t(`admin.setup.problem.${code}`, { detail })}</li>
            ))}
          </ul>
        </div>
      )}
      {failure && <FormError failure={failure} />}
    </>
  );
}

/** The login provider, which the environment configures: shows and tests it. */
export function ProviderStep({ provider }: { provider: SetupWire['provider'] }) {
  const { t } = useTexts();
  const isSet = provider.issuer !== '';
  const [site = '', admin = ''] = provider.redirect_urls;
  return (
    <>
      {isSet ? (
        <>
          <p>{t('admin.setup.provider.env')}</p>
          <Details
            rows={[
              [t('admin.setup.provider.issuer'), <code key="issuer">{provider.issuer}</code>],
              [t('admin.setup.provider.client'), <code key="client">{provider.client_id}</code>],
              [
                t('admin.setup.provider.secret'),
                t(
                  provider.has_secret
                    ? 'admin.setup.provider.hasSecret'
                    : 'admin.setup.provider.noSecret',
                ),
              ],
            ]}
          />
        </>
      ) : (
        <>
          <p>{t('admin.setup.provider.unset')}</p>
          <p>{t('admin.setup.provider.local')}</p>
          <CopyField label={t('admin.setup.provider.variables')} value={SAMPLE_VARIABLES} />
        </>
      )}
      <h3>{t('admin.setup.provider.register')}</h3>
      <CopyField label={t('admin.setup.provider.redirect')} value={site} />
      <CopyField label={t('admin.setup.provider.adminRedirect')} value={admin} />
      <CopyField label={t('admin.setup.provider.logout')} value={provider.logout_url} />
      {isSet && <ProviderTrial />}
    </>
  );
}
