import type { Person } from '#contracts/page-model.ts';
import { userPath } from '#contracts/paths.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** The name of a user, with a link to their page; published pages have it too. */
export function UserLink({ user: { id, nickname } }: { user: Omit<Person, 'avatar'> }) {
  const { root } = useTexts();
  return (
    <a className="name hover" translate="no" href={userPath(root, id)}>
      {nickname}
    </a>
  );
}
