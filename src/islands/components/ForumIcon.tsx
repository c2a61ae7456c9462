import { forumIconName } from '#contracts/default-pictures.ts';
import { forumIcon, shapeOf } from '#styles/forum-icons.ts';
import { Shape } from './Icon.tsx';

/** A forum's icon, built in or uploaded, with the markup of parts/ForumIcon.tsx. */
export function ForumIcon({ icon }: { icon: string }) {
  const name = forumIconName(icon) ?? icon;
  return name.startsWith('/') ? (
    <img className="i" src={name} width={24} height={24} alt="" />
  ) : (
    <Shape path={shapeOf(forumIcon(name))} />
  );
}
