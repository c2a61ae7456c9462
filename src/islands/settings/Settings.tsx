import { type ReactNode, useId } from 'react';
import { loadPush } from '#client/account/push.ts';
import { saveSettings } from '#client/account/settings.ts';
import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { readCookie } from '#client/core/page-info.ts';
import type { Lang } from '#contracts/language.ts';
import { OPTIONAL_NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import { clientPagePath } from '#contracts/paths.ts';
import type { MailSettingsWire } from '#contracts/wire/mail.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import styles from '../../styles/settings.css?url';
import { Check, Radios } from '../components/Choices.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { useForm } from '../hooks/use-form.ts';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { DeletionSettings, ExportSettings } from './DeletionSettings.tsx';
import { DisplaySettings } from './DisplaySettings.tsx';
import { MailSettings } from './MailSettings.tsx';
import { AvatarSettings, ProfileSettings, type SettingsProps } from './ProfileSettings.tsx';
import { PushSettings } from './PushSettings.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { ChoicesForm, NoticeKinds, useFields } from './SettingsForm.tsx';
import { TokenSettings } from './TokenSettings.tsx';

/** The wanted kinds of notifications. A moderator's kinds can't be disabled. */
function NotificationSettings({ settings, onSaved }: SettingsProps) {
  const { t } = useTexts();
  const { notify, auto_watch } = settings;
  const { values, set, saving } = useFields({ notify, auto_watch });
  return (
    <ChoicesForm
      title={t('settings.notices.title')}
      saving={saving}
      hint={t('settings.notices.always')}
      onSubmit={() => saving.run(async () => onSaved(await saveSettings(values)))}
    >
      <NoticeKinds
        kinds={OPTIONAL_NOTIFICATION_KINDS}
        chosen={values.notify}
        isModerator={settings.may_moderate}
        onChange={(chosen) => set({ notify: chosen })}
      />
      <Check checked={values.auto_watch} onChange={(is) => set({ auto_watch: is })}>
        {t('settings.notices.auto')}
      </Check>
    </ChoicesForm>
  );
}

const LANGUAGE_NAMES: Readonly<Record<Lang, string>> = { zh: '中文', en: 'English' };
const OFFERED_LANGUAGES = Object.keys(LANGUAGE_NAMES) as Lang[];

/** The language of the interface (at once) and of texts that the forum sends. */
function LanguageSettings({ settings }: { settings: SettingsWire }) {
  const { t, lang } = useTexts();
  const { values, set, saving } = useFields({ language: settings.language });
  const { language } = values;
  const form = useForm(values, {
    language: ({ language: one }) =>
      OFFERED_LANGUAGES.includes(one) ? undefined : t('settings.language.choose'),
  });
  const submit = async () => {
    if (!form.submit() || !(await saving.run(() => saveSettings(values)))) return;
    // The address makes this browser store the choice (R11).
    if (language !== lang || readCookie('language')?.slice(0, 2) !== language)
      location.assign(`${clientPagePath(language, 'me/settings', { lang: language })}#language`);
  };
  return (
    <ChoicesForm
      title={t('settings.language.title')}
      saving={saving}
      hint={settings.language !== lang && t('settings.language.elsewhere')}
      onSubmit={submit}
    >
      <Radios
        name="language"
        options={OFFERED_LANGUAGES}
        chosen={language}
        onChoose={(one) => set({ language: one })}
        label={(one) => LANGUAGE_NAMES[one]}
        langOf={(one) => (one === lang ? undefined : one)}
      />
    </ChoicesForm>
  );
}

type SectionName =
  | 'profile'
  | 'language'
  | 'display'
  | 'notices'
  | 'push'
  | 'mail'
  | 'tokens'
  | 'logins'
  | 'export'
  | 'deletion';

function SettingsSection({ name, children }: { name: SectionName; children: ReactNode }) {
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

/** The settings of mail; null if the forum sends none. */
const loadMail = async (): Promise<MailSettingsWire | null> =>
  (await call('GET /v2/user/mail')).data;

/** undefined instead of a failure. */
const orUndefined = <Value,>(loading: Promise<Value>): Promise<Value | undefined> =>
  loading.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  });

/**
 * Settings, push and mail: loaded together, because a late part would move the others. A failed
 * part doesn't block the others.
 */
async function loadAll() {
  const [settings, push, mail] = await Promise.all([
    call('GET /v1/user/settings'),
    orUndefined(loadPush()),
    orUndefined(loadMail()),
  ]);
  return { settings: settings.data, push, mail };
}

interface OptionalSectionProps<View> {
  name: 'push' | 'mail';
  known: View | null | undefined;
  load(): Promise<View | null>;
  children(view: View, onChanged: (now: View | null) => void): ReactNode;
}

/** A part that a browser or forum may lack. If it failed with the page, it is loaded again. */
function OptionalSection<View>({ name, known, load, children }: OptionalSectionProps<View>) {
  const query = useQuery(name, load, { known });
  if (query.value === null) return null;
  return (
    <SettingsSection name={name}>
      <Loaded query={query} rows={2}>
        {(view) => view && children(view, (now) => query.update(() => now))}
      </Loaded>
    </SettingsSection>
  );
}

/** A member's settings; each part is saved separately and shows its own status. */
export default function Settings() {
  const query = useQuery('settings', loadAll);
  const keep = (now: SettingsWire) => query.update((all) => ({ ...all, settings: now }));
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      <Loaded query={query}>
        {({ settings, push, mail }) => (
          <>
            <SettingsSection name="profile">
              <AvatarSettings settings={settings} onSaved={keep} />
              <ProfileSettings settings={settings} onSaved={keep} />
            </SettingsSection>
            <SettingsSection name="language">
              <LanguageSettings settings={settings} />
            </SettingsSection>
            <SettingsSection name="display">
              <DisplaySettings />
            </SettingsSection>
            <SettingsSection name="notices">
              <NotificationSettings settings={settings} onSaved={keep} />
            </SettingsSection>
            <OptionalSection name="push" known={push} load={loadPush}>
              {(view, onChanged) => (
                <PushSettings
                  view={view}
                  isModerator={settings.may_moderate}
                  onChanged={onChanged}
                />
              )}
            </OptionalSection>
            <OptionalSection name="mail" known={mail} load={loadMail}>
              {(view, onChanged) => (
                <MailSettings
                  settings={view}
                  isModerator={settings.may_moderate}
                  onSaved={onChanged}
                />
              )}
            </OptionalSection>
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
      </Loaded>
    </>
  );
}
