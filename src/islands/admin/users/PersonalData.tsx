import { useState } from 'react';
import type { PersonalWire } from '#contracts/wire/admin-user.ts';
import { call } from '#stores/api.ts';
import { report } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from '../../ui/text.ts';
import { Fresh } from '../ui/Fresh.tsx';

export type Personal = PersonalWire;

const FIELDS = ['realname', 'email', 'mobile', 'qq', 'created_ip', 'login_ip'] as const;

interface Props {
  id: number;
  personal: Personal | undefined;
  onShown(personal: Personal): void;
}

/** What is personal: shown to who has just logged in and asks for it, and the log says who did. */
export function PersonalData({ id, personal, onShown }: Props) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      onShown(await call<Personal>(`/v2/admin/users/${id}/personal`, { method: 'POST' }));
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="block" aria-busy={busy}>
      <h2>{t('admin.users.personal')}</h2>
      {personal ? (
        <dl className="details">
          {FIELDS.map((field) => (
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
          <Fresh>
            <p className="row">
              <Button className="small" idle={busy} onClick={() => void show()}>
                {t('admin.users.show')}
              </Button>
            </p>
          </Fresh>
        </>
      )}
    </section>
  );
}
