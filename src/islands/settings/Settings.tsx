import { type ReactNode, useId } from 'react';
import { loadSettings } from '#stores/account/settings.ts';
import styles from '../../styles/settings.css?url';
import { LoadError } from '../components/LoadError.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { AvatarSettings } from './AvatarSettings.tsx';
import { DeletionSettings } from './DeletionSettings.tsx';
import { ExportSettings } from './ExportSettings.tsx';
import { LanguageSettings } from './LanguageSettings.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { ProfileSettings } from './ProfileSettings.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { TokenSettings } from './TokenSettings.tsx';

function SettingsSection({
  name,
  children,
}: {
  name: 'profile' | 'language' | 'notices' | 'tokens' | 'logins' | 'export' | 'deletion';
  children: ReactNode;
}) {
  const { t } = useTexts();
  const id = useId();
  return (
    <section className="settings-part" id={name} aria-labelledby={id}>
      <div>
        <h2 id={id}>{t(`settings.${name}.title`)}</h2>
        <p>{t(`settings.${name}.text`)}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

/** The settings of a member; each part is saved separately, and shows its own status. */
export default function Settings() {
  const { value, failure, reload, update } = useQuery('settings', loadSettings);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      {failure && <LoadError failure={failure} onRetry={reload} />}
      {!value && !failure && <Skeleton />}
      {value && (
        <>
          <SettingsSection name="profile">
            <AvatarSettings settings={value} onSaved={(now) => update(() => now)} />
            <ProfileSettings settings={value} onSaved={(now) => update(() => now)} />
          </SettingsSection>
          <SettingsSection name="language">
            <LanguageSettings settings={value} />
          </SettingsSection>
          <SettingsSection name="notices">
            <NotificationSettings settings={value} onSaved={(now) => update(() => now)} />
          </SettingsSection>
          <SettingsSection name="tokens">
            <TokenSettings moderator={value.may_moderate} freshUntil={value.fresh_until} />
          </SettingsSection>
          <SettingsSection name="logins">
            <SessionSettings />
          </SettingsSection>
          <SettingsSection name="export">
            <ExportSettings freshUntil={value.fresh_until} />
          </SettingsSection>
          <SettingsSection name="deletion">
            <DeletionSettings freshUntil={value.fresh_until} />
          </SettingsSection>
        </>
      )}
    </>
  );
}
