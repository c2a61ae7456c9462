import { type ReactNode, useId } from 'react';
import { loadMailSettings } from '#client/account/mail.ts';
import { loadPush, type PushView } from '#client/account/push.ts';
import { loadSettings } from '#client/account/settings.ts';
import { Failure } from '#client/core/failure.ts';
import type { MailSettingsWire } from '#contracts/wire/mail.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import styles from '../../styles/settings.css?url';
import { LoadError } from '../components/LoadError.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { AvatarSettings } from './AvatarSettings.tsx';
import { DeletionSettings } from './DeletionSettings.tsx';
import { ExportSettings } from './ExportSettings.tsx';
import { LanguageSettings } from './LanguageSettings.tsx';
import { MailSettings } from './MailSettings.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { ProfileSettings } from './ProfileSettings.tsx';
import { PushSettings } from './PushSettings.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { TokenSettings } from './TokenSettings.tsx';

function SettingsSection({
  name,
  children,
}: {
  name:
    | 'profile'
    | 'language'
    | 'notices'
    | 'push'
    | 'mail'
    | 'tokens'
    | 'logins'
    | 'export'
    | 'deletion';
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

/** undefined instead of a failure. */
const orUndefined = <Value,>(loading: Promise<Value>): Promise<Value | undefined> =>
  loading.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  });

/**
 * The settings, what is pushed and what is mailed: all before the first part is drawn, as these
 * parts would move those below them when they came later. Without their answers the others are
 * drawn.
 */
async function loadAll(): Promise<{
  settings: SettingsWire;
  push: PushView | null | undefined;
  mail: MailSettingsWire | null | undefined;
}> {
  const [settings, push, mail] = await Promise.all([
    loadSettings(),
    orUndefined(loadPush()),
    orUndefined(loadMailSettings()),
  ]);
  return { settings, push, mail };
}

/** Push, unless the browser can't. What couldn't be loaded with the page is loaded again. */
function PushSection({ known }: { known: PushView | null | undefined }) {
  const { value, failure, reload, update } = useQuery('push', loadPush, { known });
  if (value === null) return null;
  return (
    <SettingsSection name="push">
      {failure && <LoadError failure={failure} onRetry={reload} />}
      {!value && !failure && <Skeleton rows={2} />}
      {value && <PushSettings view={value} onChanged={(now) => update(() => now)} />}
    </SettingsSection>
  );
}

/** Mail, unless the forum sends none. What couldn't be loaded with the page is loaded again. */
function MailSection({ known }: { known: MailSettingsWire | null | undefined }) {
  const { value, failure, reload, update } = useQuery('mail', loadMailSettings, { known });
  if (value === null) return null;
  return (
    <SettingsSection name="mail">
      {failure && <LoadError failure={failure} onRetry={reload} />}
      {!value && !failure && <Skeleton rows={2} />}
      {value && <MailSettings settings={value} onSaved={(now) => update(() => now)} />}
    </SettingsSection>
  );
}

/** The settings of a member; each part is saved separately, and shows its own status. */
export default function Settings() {
  const { value, failure, reload, update } = useQuery('settings', loadAll);
  const settings = value?.settings;
  const keep = (now: SettingsWire) => update((all) => ({ ...all, settings: now }));
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      {failure && <LoadError failure={failure} onRetry={reload} />}
      {!settings && !failure && <Skeleton />}
      {settings && (
        <>
          <SettingsSection name="profile">
            <AvatarSettings settings={settings} onSaved={keep} />
            <ProfileSettings settings={settings} onSaved={keep} />
          </SettingsSection>
          <SettingsSection name="language">
            <LanguageSettings settings={settings} />
          </SettingsSection>
          <SettingsSection name="notices">
            <NotificationSettings settings={settings} onSaved={keep} />
          </SettingsSection>
          <PushSection known={value.push} />
          <MailSection known={value.mail} />
          <SettingsSection name="tokens">
            <TokenSettings moderator={settings.may_moderate} freshUntil={settings.fresh_until} />
          </SettingsSection>
          <SettingsSection name="logins">
            <SessionSettings />
          </SettingsSection>
          <SettingsSection name="export">
            <ExportSettings freshUntil={settings.fresh_until} />
          </SettingsSection>
          <SettingsSection name="deletion">
            <DeletionSettings freshUntil={settings.fresh_until} />
          </SettingsSection>
        </>
      )}
    </>
  );
}
