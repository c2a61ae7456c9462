import type { AnyIconName } from '#styles/forum-icons.ts';
import { ForumIcon } from '../../ui/ForumIcon.tsx';
import { useTexts } from '../../ui/text.ts';
import { PictureField } from '../ui/PictureField.tsx';

/** Our icons that stand for topics; a forum may have a picture of its own instead. */
const TOPICS: readonly AnyIconName[] = [
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
  const own = value.startsWith('/');
  return (
    <>
      <fieldset className="field icons">
        <legend>{t('admin.forums.field.icon')}</legend>
        {TOPICS.map((name) => (
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
        value={own ? value : ''}
        onChange={(url) => onChange(url)}
      />
    </>
  );
}
