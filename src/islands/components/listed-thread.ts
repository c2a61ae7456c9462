import type { ReactNode } from 'react';
import type { OwnWithheldReason } from '#client/thread/from-wire.ts';
import type { LocalizedName, Person, ThreadRow } from '#contracts/page-model.ts';

/** A thread's row in a published list or one of the reader's own. */
export interface ListedThread
  extends Pick<ThreadRow, 'id' | 'subject' | 'language' | 'forum' | 'author' | 'marks'>,
    Pick<ThreadRow, 'repliesCnt' | 'viewsCnt' | 'createdAt' | 'lastReplyAt'> {
  theme: LocalizedName | undefined;
  lastUser: Pick<Person, 'id' | 'nickname'>;
  /** If the floor is unknown, the server finds the page of the reply. */
  lastReply: { id: number; floor?: number } | undefined;
  /** Why other readers can't see its page. */
  ownWithheldReason?: OwnWithheldReason | undefined;
}

export interface ListedThreadProps {
  thread: ListedThread;
  /** One line, with a pin. */
  pinned?: boolean | undefined;
  /** For lists of several forums. */
  forum?: boolean | undefined;
  /** Why other readers can't see it. */
  withheld?: ReactNode;
  /** Content after the line below the subject. */
  children?: ReactNode;
}
