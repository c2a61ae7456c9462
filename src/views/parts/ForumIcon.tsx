import { forumIcon } from '#styles/forum-icons.ts';
import { Icon } from './Icon.tsx';

/** One of our icons, or a picture that an administrator uploaded. */
interface Props {
  icon: string;
}

export function ForumIcon({ icon }: Props) {
  return icon.startsWith('/') ? (
    <img className="i" src={icon} width="24" height="24" alt="" />
  ) : (
    <Icon name={forumIcon(icon)} />
  );
}
