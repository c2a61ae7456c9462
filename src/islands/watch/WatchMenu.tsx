import { useStore } from '@nanostores/react';
import { setWatchLevel } from '#client/watch/edit-watching.ts';
import { $watchLevels, watchKey } from '#client/watch/watching.ts';
import { LEVELS_OF_KIND, type WatchKind, type WatchLevel } from '#contracts/watching.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { Menu, MenuChoices } from '../components/Menu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { describedBy, WatchTrigger } from './WatchTrigger.tsx';

export interface WatchMenuProps {
  kind: WatchKind;
  id: number;
}

export function WatchMenu({ kind, id }: WatchMenuProps) {
  const { t } = useTexts();
  const level = useStore($watchLevels, { keys: [watchKey(kind, id)] })[watchKey(kind, id)];
  const choices: readonly (WatchLevel | 'none')[] = ['none', ...LEVELS_OF_KIND[kind]];
  return (
    <Menu
      trigger={<WatchTrigger kind={kind} level={level} aria-describedby={describedBy(kind, id)} />}
      container={document.querySelector('#main')}
      open
    >
      <MenuChoices
        label={t(`watch.of.${kind}`)}
        value={level ?? 'none'}
        choices={choices.map((choice) => ({
          value: choice,
          name: t(kind === 'user' && choice === 'muted' ? 'watch.ignore' : `watch.level.${choice}`),
          hint: t(`watch.hint.${kind}.${choice}` as TranslationKey), // each kind has its own levels
        }))}
        onChoose={(chosen) =>
          void setWatchLevel(kind, id, chosen === 'none' ? null : (chosen as WatchLevel))
        }
      />
    </Menu>
  );
}
