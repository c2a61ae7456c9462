import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { takePageProblems, watchPage } from './answered-calls.ts';

/* Runs before each file of tests/component: resets the page and fails unexpected output. */

/** Functions that reset a store of the product to its initial state. */
const resets = vi.hoisted((): (() => void)[] => []);

vi.mock('nanostores', async (importOriginal) => {
  const original = await importOriginal<typeof import('nanostores')>();
  const remembered =
    <Maker extends (...initial: never[]) => { get(): unknown; set(value: never): void }>(
      make: Maker,
    ) =>
    (...initial: Parameters<Maker>) => {
      const store = make(...initial);
      const first = store.get();
      resets.push(() => store.set(first as never));
      return store;
    };
  return { ...original, atom: remembered(original.atom), map: remembered(original.map) };
});

// jsdom has neither layout nor pointers, so it lacks these.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;
Element.prototype.getAnimations = () => [];
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
window.ResizeObserver = class {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
};

// The stream of live messages stays open and sends nothing.
globalThis.EventSource = class extends EventTarget {
  close = (): void => undefined;
} as unknown as typeof EventSource;

configure({ asyncUtilTimeout: 30_000 });

beforeEach(watchPage);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const reset of resets) reset();
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: as the server's answers set them
    document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`;
  }
  localStorage.clear();
  sessionStorage.clear();
  expect(takePageProblems(), 'complaints on the console, and calls without an answer').toEqual([]);
});
