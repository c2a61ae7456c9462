import type { ReadableAtom } from 'nanostores';
import type { StoredDraft } from './draft-records.ts';

/*
 * A draft whose text was sent and not answered: it is marked with the key under which the outbox
 * has it (decisions/outbox.md).
 */

/** A draft that is open on this page. */
export interface Holder {
  $outbox: ReadableAtom<string | undefined>;
  resume(): void;
  discard(): Promise<void>;
}
const holders: Holder[] = [];
export const registerHolder = (holder: Holder): number => holders.push(holder);
/** The open draft of this page that the outbox has under this key. */
export const findHolder = (key: string): Holder | undefined =>
  holders.find(({ $outbox }) => $outbox.get() === key);

/**
 * What has become of a marked draft, before anybody is offered it: see askAboutDraft. When the file
 * that asks isn't reached, its text is here all the same.
 */
export const askOutbox = (kept: StoredDraft): Promise<StoredDraft | undefined> =>
  import('../outbox/ask-about-draft.ts').then(
    ({ askAboutDraft }) => askAboutDraft(kept),
    () => kept,
  );
