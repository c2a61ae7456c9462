import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { $account } from '#client/account/account.ts';
import { saveSettings, uploadAvatar } from '#client/account/settings.ts';
import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { ACCEPTED_PICTURE_TYPES } from '../composer/picture-files.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { SaveStatus } from './SaveStatus.tsx';

interface Props {
  settings: SettingsWire;
  onSaved(settings: SettingsWire): void;
}

/** The reader's avatar: uploads another one, or returns to the drawn one. */
export function AvatarSettings({ settings, onSaved }: Props) {
  const { t } = useTexts();
  const id = useStore($account)?.id ?? 0;
  const field = useRef<HTMLInputElement>(null);
  const saving = useSubmit();
  const upload = (file: File | undefined) => {
    if (file) void saving.run(async () => onSaved(await uploadAvatar(file)));
    if (field.current) field.current.value = ''; // the same file can be chosen again
  };
  return (
    <div className="portrait">
      <Avatar person={{ id, avatar: settings.avatar }} size={72} />
      <div>
        <div className="ways">
          <Button isInactive={saving.step === 'pending'} onClick={() => field.current?.click()}>
            {t(saving.step === 'pending' ? 'settings.profile.sending' : 'settings.profile.choose')}
          </Button>
          {settings.avatar !== '' && (
            <Button
              isInactive={saving.step === 'pending'}
              onClick={() =>
                void saving.run(async () => onSaved(await saveSettings({ avatar: '' })))
              }
            >
              {t('settings.profile.remove')}
            </Button>
          )}
        </div>
        <input
          ref={field}
          type="file"
          hidden
          accept={ACCEPTED_PICTURE_TYPES}
          aria-label={t('settings.profile.picture')}
          onChange={(event) => upload(event.currentTarget.files?.[0])}
        />
        <p className="hint">
          {t('settings.profile.pictureHint', { n: MAX_UPLOAD_BYTES / 1024 / 1024 })}
        </p>
        <SaveStatus {...saving} />
      </div>
    </div>
  );
}
