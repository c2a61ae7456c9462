import { atom, type ReadableAtom } from 'nanostores';
import { isSessionOwner } from '../account/session-owner.ts';
import { Failure } from '../core/failure.ts';
import { waitUntilApiUp } from '../core/wait-until-api-up.ts';
import {
  contentOfDraft,
  deleteFromServer,
  loadDrafts,
  loadWhole,
  saveToServer,
  targetOfDraft,
} from './draft-api.ts';
import {
  adoptAnonymousDrafts,
  claimDraft,
  type DraftContent,
  type DraftKey,
  type DraftRecord,
  type DraftTarget,
  deleteRecord,
  draftOwner,
  isBlankHtml,
  isSameTarget,
  newDraftKey,
  readDraftsOf,
  readRecord,
  type StoredDraft,
  storageKey,
  userIdOfOwner,
  writeRecord,
} from './draft-records.ts';
import { askOutbox, registerOpenDraft } from './open-drafts.ts';

export type LocalOnlyReason = 'unreachable' | 'login' | 'person' | 'limit' | 'length' | 'refused';

/** The text is not stored, on the server, only in this browser, or only on this page. */
export type DraftState =
  | { step: 'none' | 'unsaved' }
  | { step: 'saved'; at: number }
  | { step: 'here'; why: LocalOnlyReason }
  | { step: 'failed' };

/** Pause in typing after which the draft is uploaded, and the longest delay while typing. */
const SAVE_PAUSE_MS = 1_200;
const MAX_SAVE_DELAY_MS = 10_000;

const EMPTY_CONTENT: DraftContent = { html: '' };
const EMPTY_RECORD: DraftRecord = { content: EMPTY_CONTENT, at: 0, id: 0, base: '', dirty: false };

export const isBlank = ({ html, quote, subject, poll }: DraftContent): boolean =>
  isBlankHtml(html) && !quote && !subject && !poll;

export interface OpenOptions {
  id?: number | undefined;
  /** Which local drafts may be opened; by default any of the target. */
  accepts?: (stored: StoredDraft) => boolean;
}

/** A draft's version on the server, as a deletion names it. */
export interface SentDraft {
  id: number;
  base: string;
  writer: string;
}

export interface DraftStore {
  $content: ReadableAtom<DraftContent>;
  $state: ReadableAtom<DraftState>;
  /** Id on the server; 0 before the first save. */
  $id: ReadableAtom<number>;
  /** Its key in the outbox while its text is unsent. */
  $outbox: ReadableAtom<string | undefined>;
  /** Opens a target's draft from this browser and the server; false if there is none. */
  open(userId: number, target: DraftTarget, options?: OpenOptions): Promise<boolean>;
  change(change: Partial<DraftContent>): void;
  /** Sets content that the user didn't type, such as a template. */
  setInitialContent(content: DraftContent): void;
  /** Stops saving while the text is being sent; returns the server's version, if any. */
  pause(): SentDraft | undefined;
  /** Marks the draft as queued in the outbox; returns its key in storage. */
  hold(key: string): string;
  /** Removes the mark and resumes saving. */
  resume(): void;
  /** Stores the current draft and begins an empty one. */
  startNew(): void;
  /**
   * Deletes the draft here and on the server; resolves when the server has, or is down. `sent` is
   * the version that the server already deleted.
   */
  discard(sent?: SentDraft): Promise<void>;
}

function localOnlyReason(error: unknown): LocalOnlyReason {
  if (!(error instanceof Failure)) throw error;
  if (error.isApiDown || error.code === 'tooMany' || error.status >= 500) return 'unreachable';
  if (error.code === 'unauthenticated' || error.code === 'csrf') return 'login';
  return error.code === 'limit' || error.code === 'length' ? error.code : 'refused';
}

/** Holds one draft at a time, without saving content that `isWorthless`. */
export function createDraftStore(
  isWorthless: (content: DraftContent) => boolean = isBlank,
): DraftStore {
  const $content = atom<DraftContent>(EMPTY_CONTENT);
  const $state = atom<DraftState>({ step: 'none' });
  const $id = atom(0);
  const $outbox = atom<string | undefined>(undefined);
  let draftKey: DraftKey | undefined;
  let record: DraftRecord = EMPTY_RECORD;
  let release: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince = 0;
  let openCount = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const queued = queue.then(work);
    queue = queued.catch(() => undefined);
    return queued;
  };

  /** Makes a stored record the current one. */
  function show(next: DraftRecord, state: DraftState): void {
    record = next;
    $id.set(next.id);
    $outbox.set(next.outbox);
    $content.set(next.content);
    $state.set(state);
  }

  function storeRecord(nextRecord: DraftRecord): void {
    record = nextRecord;
    $id.set(nextRecord.id);
    $outbox.set(nextRecord.outbox);
    if (!draftKey) return;
    if (isWorthless(nextRecord.content) && nextRecord.id === 0) deleteRecord(draftKey);
    else if (!writeRecord(draftKey, nextRecord)) $state.set({ step: 'failed' });
  }

  /** Uploads a draft; the next call uploads later keystrokes. */
  async function pushToServer(of = draftKey, sent = record): Promise<void> {
    if (draftKey === of) clearTimeout(timer);
    // Drafts in the outbox remain in this browser until answered.
    if (!of || !sent.dirty || sent.outbox || userIdOfOwner(of.owner) === 0) return;
    const isUnchanged = () => draftKey === of && record.at === sent.at;
    try {
      if (!(await isSessionOwner(userIdOfOwner(of.owner))))
        return void (isUnchanged() && $state.set({ step: 'here', why: 'person' }));
      const blank = isWorthless(sent.content);
      if (blank && sent.id) await deleteFromServer({ ...sent, writer: of.writer });
      const saved = blank ? { id: 0, base: '' } : await saveToServer(of, sent);
      if (draftKey !== of)
        return void writeRecord(of, { ...(readRecord(of) ?? sent), ...saved, dirty: false });
      unsavedSince = Date.now();
      storeRecord({ ...record, ...saved, dirty: !isUnchanged() });
      if (isUnchanged()) $state.set(blank ? { step: 'none' } : { step: 'saved', at: Date.now() });
    } catch (error) {
      const why = localOnlyReason(error);
      if (isUnchanged() && $state.get().step !== 'failed') $state.set({ step: 'here', why });
      if (why === 'unreachable') void waitUntilApiUp().then(schedule);
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    const wait = Math.min(
      SAVE_PAUSE_MS,
      Math.max(0, unsavedSince + MAX_SAVE_DELAY_MS - Date.now()),
    );
    timer = setTimeout(() => void enqueue(() => pushToServer()), wait);
  }

  /** A local draft that no other tab has claimed. */
  async function findLocalDraft(
    owner: string,
    target: DraftTarget,
    { id, accepts = () => true }: OpenOptions,
  ): Promise<StoredDraft | undefined> {
    for (const stored of readDraftsOf(owner)) {
      if (
        stored.record.deleted ||
        !isSameTarget(stored.draftKey.target, target) ||
        (id ? stored.record.id !== id : !accepts(stored))
      )
        continue;
      const free = await claimDraft(stored.draftKey);
      if (!free) continue;
      const found = stored.record.outbox ? await askOutbox(stored) : stored;
      if (!found) {
        free();
        continue;
      }
      release = free;
      return found;
    }
    return undefined;
  }

  async function claimNewRecord(fresh: DraftKey): Promise<void> {
    draftKey = fresh;
    release = await claimDraft(fresh);
  }

  /** The server's newer version replaces the local one, unless the user has typed meanwhile. */
  async function reconcileWithServer(target: DraftTarget, id: number): Promise<boolean> {
    if (id === 0 && target.threadId === 0) return false;
    const typedAtStart = record.at;
    const { data } = await loadDrafts(id ? { id } : { thread_id: target.threadId, limit: 20 });
    const listed = data.find(
      (one) => isSameTarget(targetOfDraft(one), target) && (id === 0 || one.id === id),
    );
    const serverDraft = listed && (await loadWhole(listed));
    if (record.at !== typedAtStart) return true;
    if (!serverDraft) {
      // Another device sent or discarded the draft.
      if (record.id !== 0) {
        storeRecord({ ...EMPTY_RECORD });
        $content.set(EMPTY_CONTENT);
        $state.set({ step: 'none' });
      }
      return !isBlank(record.content);
    }
    if (serverDraft.updated_at !== record.base) {
      storeRecord({
        content: contentOfDraft(serverDraft),
        at: Date.parse(serverDraft.updated_at),
        id: serverDraft.id,
        base: serverDraft.updated_at,
        dirty: false,
      });
      $content.set(record.content);
    }
    $state.set({ step: 'saved', at: Date.parse(serverDraft.updated_at) });
    return true;
  }

  async function open(
    userId: number,
    target: DraftTarget,
    options: OpenOptions = {},
  ): Promise<boolean> {
    const owner = draftOwner(userId);
    if (
      draftKey &&
      draftKey.owner === owner &&
      isSameTarget(draftKey.target, target) &&
      options.id === undefined
    )
      return !isBlank(record.content);
    // After a session's end the draft remains its owner's.
    if (
      userId === 0 &&
      draftKey &&
      userIdOfOwner(draftKey.owner) > 0 &&
      isSameTarget(draftKey.target, target)
    )
      return !isBlank(record.content);
    const turn = ++openCount;
    addEventListener('visibilitychange', onHidden);
    adoptAnonymousDrafts(userId);
    const [previousKey, anonymousRecord] = [
      draftKey,
      draftKey && isSameTarget(draftKey.target, target) && userIdOfOwner(draftKey.owner) === 0
        ? record
        : undefined,
    ];
    if (previousKey && anonymousRecord && anonymousRecord.at > 0) {
      draftKey = { ...previousKey, owner };
      storeRecord(anonymousRecord);
      schedule();
      return true;
    }
    release?.();
    const found = await findLocalDraft(owner, target, options);
    if (turn !== openCount) return false;
    // Text typed before the draft was loaded becomes a separate draft.
    const typedBeforeOpen = previousKey === undefined && record.at > 0;
    if (found && !typedBeforeOpen) draftKey = found.draftKey;
    else await claimNewRecord(newDraftKey(owner, target));
    if (typedBeforeOpen) storeRecord(record);
    else {
      const { content, dirty, at } = found?.record ?? EMPTY_RECORD;
      const saved: DraftState = dirty ? { step: 'unsaved' } : { step: 'saved', at };
      show(found?.record ?? EMPTY_RECORD, isBlank(content) ? { step: 'none' } : saved);
    }
    if (userId === 0 || record.outbox) return found !== undefined;
    if (record.dirty) {
      schedule();
      return true;
    }
    return reconcileWithServer(target, options.id ?? record.id).catch((error: unknown) => {
      localOnlyReason(error);
      return found !== undefined;
    });
  }

  const onHidden = () =>
    void (document.visibilityState === 'hidden' && record.dirty && enqueue(() => pushToServer()));

  /** Returns the previous draft. */
  function startEmpty(): StoredDraft | undefined {
    clearTimeout(timer);
    const previous = draftKey && { draftKey, record };
    const free = release;
    release = undefined;
    show(EMPTY_RECORD, { step: 'none' });
    if (previous)
      void claimNewRecord(newDraftKey(previous.draftKey.owner, previous.draftKey.target)).then(() =>
        enqueue(async () => free?.()),
      );
    return previous;
  }

  const store: DraftStore = {
    $content,
    $state,
    $id,
    $outbox,
    open,
    change(change) {
      const content = { ...$content.get(), ...change };
      if (!record.dirty) unsavedSince = Date.now();
      $content.set(content);
      $state.set({ step: 'unsaved' });
      // Times identify versions, so two keystrokes in one millisecond need different ones.
      storeRecord({ ...record, content, at: Math.max(Date.now(), record.at + 1), dirty: true });
      if (isWorthless(content) && record.id === 0) $state.set({ step: 'none' });
      schedule();
    },
    setInitialContent(content) {
      record = { ...record, content };
      $content.set(content);
    },
    pause() {
      clearTimeout(timer);
      return draftKey && record.id !== 0
        ? { id: record.id, base: record.base, writer: draftKey.writer }
        : undefined;
    },
    hold(key) {
      if (!draftKey) return '';
      storeRecord({ ...record, outbox: key });
      return storageKey(draftKey);
    },
    resume() {
      if (record.outbox) {
        const { outbox: _, ...plain } = record;
        storeRecord(plain);
      }
      if (record.dirty) schedule();
    },
    startNew() {
      const previous = startEmpty();
      if (previous?.record.dirty)
        void enqueue(() => pushToServer(previous.draftKey, previous.record));
    },
    async discard(sent) {
      const previous = startEmpty();
      if (!previous || previous.record.at === 0) return;
      const { draftKey: from, record: was } = previous;
      writeRecord(from, {
        ...EMPTY_RECORD,
        at: Date.now(),
        id: was.id,
        base: was.base,
        deleted: true,
      });
      // Wait for a pending save, which sets the draft's id.
      await enqueue(async () => {
        const last = readRecord(from) ?? was;
        // A save concurrent with sending has stored another version.
        const isDeleted = sent?.id === last.id && sent.base === last.base;
        if (last.id !== 0 && !isDeleted) await deleteFromServer({ ...last, writer: from.writer });
        deleteRecord(from);
      }).catch(() => undefined);
    },
  };
  registerOpenDraft(store);
  return store;
}
