import { LazyMenu } from '../components/LazyMenu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { ModerateIcon } from './ModerateIcon.tsx';
import type { ModerationTarget } from './menu-slot.tsx';

const loadMenu = () =>
  import('./ModerateTargetMenu.tsx').then((module) => module.ModerateTargetMenu);

/** The button of a moderator's menu. */
export function ModerateMenu(target: ModerationTarget) {
  const { t } = useTexts();
  const label = t(`moderation.menu.${target.kind}`);
  return (
    <LazyMenu
      label={label}
      load={loadMenu}
      menu={{ ...target, label }}
      button={{ className: 'moderate', 'data-act': 'moderate', children: <ModerateIcon /> }}
    />
  );
}
