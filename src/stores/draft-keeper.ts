import { atom, type ReadableAtom } from 'nanostores';
import { contentOf, getDrafts, placeOf, putDraft, removeDraft } from './draft-calls.ts';
import {
  claim,
  type DraftContent,
  type DraftPlace,
  forgetSheet,
  freshName,
  isBlankHtml,
  type Kept,
  ownerOf,
  readSheet,
  type Sheet,
  type SheetName,
  samePlace,
  sheetsOf,
  takeOver,
  userOf,
  writeSheet,
} from './draft-sheets.ts';
import { Failure } from './failure.ts';
import { recovery } from './recovery.ts';
import { samePerson } from './same-person.ts';

/** Why a draft is in this browser alone. */
export type OnlyHere = 'away' | 'login' | 'person' | 'limit' | 'refused';

/**
 * How safe the text is: not yet, everywhere, in this browser alone, or nowhere but on this page.
 */
export type DraftState =
  | { step: 'none' | 'unsaved' }
  | { step: 'saved'; at: number }
  | { step: 'here'; why: OnlyHere }
  | { step: 'failed' };

/**
 * Milliseconds without a keystroke before the server gets the draft, and the longest that it waits
 * for one.
 */
const PAUSE = 1_200;
const LONGEST = 10_000;

const EMPTY: DraftContent = { html: '' };
const EMPTY_SHEET: Sheet = { content: EMPTY, at: 0, id: 0, base: '', dirty: false };

export const isBlank = ({ html, quote, subject, poll }: DraftContent): boolean =>
  isBlankHtml(html) && !quote && !subject && !poll;

export interface OpenOptions {
  /** A certain draft of the server. */
  id?: number | undefined;
  /** Which sheets of this browser may be taken up; without it, any for the place. */
  wants?: (kept: Kept) => boolean;
}

export interface Keeper {
  $content: ReadableAtom<DraftContent>;
  $state: ReadableAtom<DraftState>;
  /** On the server; 0 before it is there. */
  $id: ReadableAtom<number>;
  /**
   * Takes up what somebody has written for a place, from this browser and from the server; false
   * when there is nothing.
   */
  open(userId: number, place: DraftPlace, options?: OpenOptions): Promise<boolean>;
  change(change: Partial<DraftContent>): void;
  /** Shows what nobody has typed, such as a template. */
  begin(content: DraftContent): void;
  /** Brings it to the server now. */
  flush(): Promise<void>;
  /** Leaves this sheet where it is and takes an empty one. */
  turn(): void;
  /**
   * For a draft that was sent or isn't wanted: it is removed everywhere. Resolves when the server
   * has done so, or is away.
   */
  drop(): Promise<void>;
}

function onlyHere(error: unknown): OnlyHere {
  if (!(error instanceof Failure)) throw error;
  if (error.away || error.code === 'tooMany' || error.status >= 500) return 'away';
  if (error.code === 'unauthenticated' || error.code === 'csrf') return 'login';
  return error.code === 'limit' ? 'limit' : 'refused';
}

/** Keeps one draft at a time. `worthless` tells of content that nobody misses. */
export function createKeeper(worthless: (content: DraftContent) => boolean = isBlank): Keeper {
  const $content = atom<DraftContent>(EMPTY);
  const $state = atom<DraftState>({ step: 'none' });
  const $id = atom(0);
  let name: SheetName | undefined;
  let sheet: Sheet = EMPTY_SHEET;
  let release: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince = 0;
  let opening = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = queue.then(work);
    queue = next.catch(() => undefined);
    return next;
  };

  function put(next: Sheet): void {
    sheet = next;
    $id.set(next.id);
    if (!name) return;
    if (worthless(next.content) && next.id === 0) forgetSheet(name);
    else if (!writeSheet(name, next)) $state.set({ step: 'failed' });
  }

  /** Brings a sheet to the server; what is typed meanwhile waits for the next time. */
  async function push(of = name, sent = sheet): Promise<void> {
    if (name === of) clearTimeout(timer);
    if (!of || !sent.dirty || userOf(of.owner) === 0) return;
    const mine = () => name === of && sheet.at === sent.at;
    try {
      if (!(await samePerson(userOf(of.owner))))
        return void (mine() && $state.set({ step: 'here', why: 'person' }));
      const blank = worthless(sent.content);
      if (blank && sent.id) await removeDraft({ ...sent, writer: of.writer });
      const saved = blank ? { id: 0, base: '' } : await putDraft(of, sent);
      if (name !== of)
        return void writeSheet(of, { ...(readSheet(of) ?? sent), ...saved, dirty: false });
      unsavedSince = Date.now();
      put({ ...sheet, ...saved, dirty: !mine() });
      if (mine()) $state.set(blank ? { step: 'none' } : { step: 'saved', at: Date.now() });
    } catch (error) {
      const why = onlyHere(error);
      if (mine() && $state.get().step !== 'failed') $state.set({ step: 'here', why });
      if (why === 'away') void recovery().then(schedule);
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    const wait = Math.min(PAUSE, Math.max(0, unsavedSince + LONGEST - Date.now()));
    timer = setTimeout(() => void inTurn(() => push()), wait);
  }

  /** A sheet of this browser that no other tab has. */
  async function find(
    owner: string,
    place: DraftPlace,
    { id, wants = () => true }: OpenOptions,
  ): Promise<Kept | undefined> {
    for (const kept of sheetsOf(owner)) {
      if (
        kept.sheet.gone ||
        !samePlace(kept.name.place, place) ||
        (id ? kept.sheet.id !== id : !wants(kept))
      )
        continue;
      const free = await claim(kept.name);
      if (!free) continue;
      release = free;
      return kept;
    }
    return undefined;
  }

  async function take(fresh: SheetName): Promise<void> {
    name = fresh;
    release = await claim(fresh);
  }

  /**
   * What the server has for a sheet; a newer version takes its place unless somebody has typed
   * meanwhile.
   */
  async function meet(place: DraftPlace, id: number): Promise<boolean> {
    if (id === 0 && place.threadId === 0) return false;
    const before = sheet.at;
    const { data } = await getDrafts(id ? { id } : { thread_id: place.threadId, limit: 20 });
    const there = data.find((one) => samePlace(placeOf(one), place) && (id === 0 || one.id === id));
    if (sheet.at !== before) return true;
    if (!there) {
      // It was sent or thrown away on another device.
      if (sheet.id !== 0) {
        put({ ...EMPTY_SHEET });
        $content.set(EMPTY);
        $state.set({ step: 'none' });
      }
      return !isBlank(sheet.content);
    }
    if (there.updated_at !== sheet.base) {
      put({
        content: contentOf(there),
        at: Date.parse(there.updated_at),
        id: there.id,
        base: there.updated_at,
        dirty: false,
      });
      $content.set(sheet.content);
    }
    $state.set({ step: 'saved', at: Date.parse(there.updated_at) });
    return true;
  }

  async function open(
    userId: number,
    place: DraftPlace,
    options: OpenOptions = {},
  ): Promise<boolean> {
    const owner = ownerOf(userId);
    if (name && name.owner === owner && samePlace(name.place, place) && options.id === undefined)
      return !isBlank(sheet.content);
    // A session that ended leaves the sheet with whom it is.
    if (userId === 0 && name && userOf(name.owner) > 0 && samePlace(name.place, place))
      return !isBlank(sheet.content);
    const turn = ++opening;
    addEventListener('visibilitychange', onHidden);
    takeOver(userId);
    const [before, typed] = [
      name,
      name && samePlace(name.place, place) && userOf(name.owner) === 0 ? sheet : undefined,
    ];
    if (before && typed && typed.at > 0) {
      name = { ...before, owner };
      put(typed);
      schedule();
      return true;
    }
    release?.();
    const found = await find(owner, place, options);
    if (turn !== opening) return false;
    // Somebody typed before this was there: that is a sheet of its own.
    const early = before === undefined && sheet.at > 0;
    if (found && !early) name = found.name;
    else await take(freshName(owner, place));
    if (early) put(sheet);
    else {
      sheet = found?.sheet ?? EMPTY_SHEET;
      $id.set(sheet.id);
      $content.set(sheet.content);
      $state.set(
        !found || isBlank(sheet.content)
          ? { step: 'none' }
          : sheet.dirty
            ? { step: 'unsaved' }
            : { step: 'saved', at: sheet.at },
      );
    }
    if (userId === 0) return found !== undefined;
    if (sheet.dirty) {
      schedule();
      return true;
    }
    return meet(place, options.id ?? sheet.id).catch((error: unknown) => {
      onlyHere(error);
      return found !== undefined;
    });
  }

  const onHidden = () =>
    void (document.visibilityState === 'hidden' && sheet.dirty && inTurn(() => push()));

  /** Goes on with an empty sheet for the same place; gives what was here before. */
  function next(): Kept | undefined {
    clearTimeout(timer);
    const before = name && { name, sheet };
    const free = release;
    release = undefined;
    sheet = EMPTY_SHEET;
    $id.set(0);
    $content.set(EMPTY);
    $state.set({ step: 'none' });
    if (before)
      void take(freshName(before.name.owner, before.name.place)).then(() =>
        inTurn(async () => free?.()),
      );
    return before;
  }

  return {
    $content,
    $state,
    $id,
    open,
    change(change) {
      const content = { ...$content.get(), ...change };
      if (!sheet.dirty) unsavedSince = Date.now();
      $content.set(content);
      $state.set({ step: 'unsaved' });
      // Times tell versions apart: two keystrokes of one millisecond must not be the same.
      put({ ...sheet, content, at: Math.max(Date.now(), sheet.at + 1), dirty: true });
      if (worthless(content) && sheet.id === 0) $state.set({ step: 'none' });
      schedule();
    },
    begin(content) {
      sheet = { ...sheet, content };
      $content.set(content);
    },
    flush: () => inTurn(() => push()),
    turn() {
      const before = next();
      if (before?.sheet.dirty) void inTurn(() => push(before.name, before.sheet));
    },
    async drop() {
      const before = next();
      if (!before || before.sheet.at === 0) return;
      const { name: from, sheet: was } = before;
      writeSheet(from, { ...EMPTY_SHEET, at: Date.now(), id: was.id, base: was.base, gone: true });
      // After a saving that is on its way: only then its number is known.
      await inTurn(async () => {
        const last = readSheet(from) ?? was;
        if (last.id !== 0) await removeDraft({ ...last, writer: from.writer });
        forgetSheet(from);
      }).catch(() => undefined);
    },
  };
}
