import type { ReadableAtom } from 'nanostores';
import type { StoredDraft } from './draft-records.ts';

/* A sent but unanswered draft, marked with its outbox key (decisions/outbox.md). */

export interface Holder {
  $outbox: ReadableAtom<string | undefined>;
  resume(): void;
  discard(): Promise<void>;
}
const holders: Holder[] = [];
export const registerOpenDraft = (holder: Holder): number => holders.push(holder);
/** This page's open draft with this outbox key. */
export const findOpenDraft = (key: string): Holder | undefined =>
  holders.find(({ $outbox }) => $outbox.get() === key);

/** See askAboutDraft. If its module can't be loaded, returns the draft. */
export const askOutbox = (draft: StoredDraft): Promise<StoredDraft | undefined> =>
  import('../outbox/ask-about-draft.ts').then(
    ({ askAboutDraft }) => askAboutDraft(draft),
    () => draft,
  );
