import type { ReactNode } from 'react';
import type { OwnWithheldReason } from '#client/thread/from-wire.ts';
import type { LocalizedName, Person, ThreadRow } from '#contracts/page-model.ts';

/** What a row of a list shows of a thread, in a published list or in one of the reader's own. */
export interface ListedThread
  extends Pick<ThreadRow, 'id' | 'subject' | 'language' | 'forum' | 'author' | 'marks'>,
    Pick<ThreadRow, 'repliesCnt' | 'viewsCnt' | 'createdAt' | 'lastReplyAt'> {
  theme: LocalizedName | undefined;
  lastUser: Pick<Person, 'id' | 'nickname'>;
  /** The server finds the page of a reply whose floor isn't known. */
  lastReply: { id: number; floor?: number } | undefined;
  /** Why others aren't shown its page. */
  ownWithheldReason?: OwnWithheldReason | undefined;
}

export interface ListedThreadProps {
  thread: ListedThread;
  /** One line, with a pin. */
  pinned?: boolean | undefined;
  /** In lists of more than one forum. */
  forum?: boolean | undefined;
  /** Why others aren't shown it. */
  withheld?: ReactNode;
  /** Content that is appended to the line below the subject. */
  children?: ReactNode;
}
