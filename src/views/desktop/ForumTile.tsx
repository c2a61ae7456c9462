import '#styles/desktop/forum-tile.css';
import { ForumIcon } from '#islands/components/ForumIcon.tsx';

interface Props {
  icon: string;
  /** CSS pixels. */
  size: 48 | 64;
}

export function ForumTile({ icon, size }: Props) {
  return (
    <span className={`tile s${size}`}>
      <ForumIcon icon={icon} />
    </span>
  );
}
