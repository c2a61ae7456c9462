import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { UPLOAD_BYTES } from '#contracts/limits.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { $account } from '#stores/account.ts';
import { saveSettings, sendAvatar } from '#stores/settings.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { useTexts } from '../ui/text.ts';
import { Outcome } from './Outcome.tsx';
import { useSaving } from './saving.ts';

interface Props {
  settings: SettingsWire;
  onSaved(settings: SettingsWire): void;
}

/** The reader's picture: another one, or the drawing. */
export function Portrait({ settings, onSaved }: Props) {
  const { t } = useTexts();
  const id = useStore($account)?.id ?? 0;
  const field = useRef<HTMLInputElement>(null);
  const saving = useSaving();
  const take = (file: File | undefined) => {
    if (file) void saving.run(async () => onSaved(await sendAvatar(file)));
    if (field.current) field.current.value = ''; // the same file can be chosen again
  };
  return (
    <div className="portrait">
      <Avatar person={{ id, avatar: settings.avatar }} size={72} />
      <div>
        <div className="ways">
          <Button idle={saving.step === 'pending'} onClick={() => field.current?.click()}>
            {t(saving.step === 'pending' ? 'settings.profile.sending' : 'settings.profile.choose')}
          </Button>
          {settings.avatar !== '' && (
            <Button
              idle={saving.step === 'pending'}
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
          accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
          aria-label={t('settings.profile.picture')}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
        <p className="hint">
          {t('settings.profile.pictureHint', { n: UPLOAD_BYTES / 1024 / 1024 })}
        </p>
        <Outcome {...saving} />
      </div>
    </div>
  );
}
