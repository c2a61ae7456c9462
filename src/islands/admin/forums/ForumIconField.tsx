import type { AnyIconName } from '#styles/forum-icons.ts';
import { ForumIcon } from '../../components/ForumIcon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { PictureField } from '../components/PictureField.tsx';

/** The built-in icons of forums; a forum may have an uploaded picture instead. */
const TOPIC_ICONS: readonly AnyIconName[] = [
  'monitor',
  'disc',
  'chip',
  'box',
  'network',
  'battery',
  'code',
  'layers',
  'terminal',
  'branch',
  'book',
  'brush',
  'film',
  'gamepad',
  'bulb',
  'cup',
  'door',
  'calendar',
  'flag',
  'server',
  'cubes',
  'shield',
  'building',
];

export function ForumIconField({
  value,
  onChange,
}: {
  value: string;
  onChange(icon: string): void;
}) {
  const { t } = useTexts();
  const isOwnPicture = value.startsWith('/');
  return (
    <>
      <fieldset className="field icons">
        <legend>{t('admin.forums.field.icon')}</legend>
        {TOPIC_ICONS.map((name) => (
          <label key={name}>
            <input
              className="vh"
              type="radio"
              name="icon"
              checked={value === name}
              onChange={() => onChange(name)}
              aria-label={name}
            />
            <ForumIcon icon={name} />
          </label>
        ))}
      </fieldset>
      <PictureField
        label={t('admin.forums.field.picture')}
        hint={t('admin.forums.hint.picture')}
        value={isOwnPicture ? value : ''}
        onChange={(url) => onChange(url)}
      />
    </>
  );
}
