import { LaterMenu } from '../ui/LaterMenu.tsx';
import { useTexts } from '../ui/text.ts';
import { Shield } from './Shield.tsx';
import type { Target } from './Tools.tsx';

const loadMenu = () => import('./TargetMenu.tsx').then((module) => module.TargetMenu);

/** The button of a moderator's menu. */
export function MenuOf(target: Target) {
  const { t } = useTexts();
  const label = t(`moderation.menu.${target.kind}`);
  return (
    <LaterMenu
      label={label}
      load={loadMenu}
      menu={{ ...target, label }}
      button={{ className: 'moderate', 'data-act': 'moderate', children: <Shield /> }}
    />
  );
}
