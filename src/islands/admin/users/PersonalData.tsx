import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { PersonalDataWire } from '#contracts/wire/admin-user.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';

export type Personal = PersonalDataWire;

const PERSONAL_FIELDS = ['realname', 'email', 'mobile', 'qq', 'created_ip', 'login_ip'] as const;

interface Props {
  id: number;
  personal: Personal | undefined;
  onLoaded(personal: Personal): void;
}

/**
 * Personal data. It is shown on request after a fresh login, and the action log records who has
 * looked.
 */
export function PersonalData({ id, personal, onLoaded }: Props) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    try {
      onLoaded(await call('POST /v2/admin/users/{id}/personal', { params: { id } }));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="block" aria-busy={busy}>
      <h2>{t('admin.users.personal')}</h2>
      {personal ? (
        <dl className="details">
          {PERSONAL_FIELDS.map((field) => (
            <div key={field}>
              <dt>{t(`admin.users.field.${field}`)}</dt>
              <dd>
                {personal[field] || <span className="meta">{t('admin.users.unknown')}</span>}
                {field === 'email' && personal.email && (
                  <span className="meta">
                    {' '}
                    {t(personal.email_checked ? 'admin.users.checked' : 'admin.users.unchecked')}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <>
          <p className="hint">{t('admin.users.personalText')}</p>
          <RequireFreshLogin>
            <p className="row">
              <Button className="small" isInactive={busy} onClick={() => void load()}>
                {t('admin.users.show')}
              </Button>
            </p>
          </RequireFreshLogin>
        </>
      )}
    </section>
  );
}
