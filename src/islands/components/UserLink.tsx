import type { Person } from '#contracts/page-model.ts';
import { userPath } from '#contracts/paths.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** A user's name, linked to their page; also on published pages. */
export function UserLink({ user: { id, nickname } }: { user: Omit<Person, 'avatar'> }) {
  const { root } = useTexts();
  return (
    <a className="name hover" translate="no" href={userPath(root, id)}>
      {nickname}
    </a>
  );
}
