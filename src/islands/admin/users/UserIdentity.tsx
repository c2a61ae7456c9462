import type { ReactNode } from 'react';
import { Avatar } from '../../components/Avatar.tsx';

interface Props {
  user: { id: number; nickname: string; username: string; avatar: string };
  /** CSS pixels of the avatar. */
  size: number;
  children?: ReactNode;
}

/** A user's avatar, name, account and id, as the content of a `.who`. */
export function UserIdentity({ user, size, children }: Props) {
  return (
    <>
      <Avatar person={user} size={size} />
      <span>
        <b className="name" translate="no">
          {user.nickname}
        </b>
        <span className="meta num">
          {user.username} · {user.id}
        </span>
        {children}
      </span>
    </>
  );
}
