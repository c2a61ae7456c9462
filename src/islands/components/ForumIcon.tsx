import { forumIconName } from '#contracts/default-pictures.ts';
import { forumIcon, shapeOf } from '#styles/forum-icons.ts';
import { Shape } from './Icon.tsx';

/** A forum's icon, built in (by name) or uploaded (by address). */
export function ForumIcon({ icon }: { icon: string }) {
  const name = forumIconName(icon) ?? icon;
  if (name.startsWith('/')) return <img className="i" src={name} width={24} height={24} alt="" />;
  const shown = forumIcon(name);
  return <Shape name={shown} path={shapeOf(shown)} />;
}
