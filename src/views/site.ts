import type { PageAct } from '#contracts/slots.ts';
import loadIslands, { startIslands } from '#islands/load-islands.ts';

/*
 * The only script for readers without a login: each first visit pays for every byte. It shares no
 * import with islands, because the bundler would make a separate file of it.
 */

const root = document.documentElement;
const { view, copy: copyLabel = '', copied = '' } = document.body.dataset;
const queryAll = <E extends HTMLElement>(selector: string) =>
  document.querySelectorAll<E>(selector);
const query = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

function savePreference(name: string, value: string): void {
  try {
    localStorage[name] = value;
  } catch {
    // storage is blocked: the choice lasts until the page is left
  }
}

/** Copies a text, confirms in the button and to screen readers, and restores the button later. */
async function copy(text: string, button: Element, done: string): Promise<void> {
  const label = button.lastChild as ChildNode;
  const previousText = label.textContent;
  // no clipboard without HTTPS: the text is shown for copying
  if (!navigator.clipboard) return void prompt('', text);
  await navigator.clipboard.writeText(text);
  const announce = (words: string | null, aloud: string) => {
    label.textContent = words;
    (query('#say') as HTMLElement).textContent = aloud;
  };
  if (previousText === done) return;
  announce(done, done);
  setTimeout(announce, 2000, previousText, '');
}

/** Passes a single key to the islands, after loading their code. */
async function answerByIslands(detail: string): Promise<void> {
  await startIslands();
  document.dispatchEvent(new CustomEvent('key', { detail }));
}

type Answer = (element: HTMLElement, target: Element, event: Event) => void;

const actions: Partial<Record<string, Answer>> = {
  theme() {
    const theme =
      root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '');
    savePreference('theme', (root.dataset.theme = theme === 'dark' ? 'light' : 'dark'));
  },
  notice() {
    savePreference('notice', root.dataset.notice ?? '');
    root.dataset.notice = '';
  },
  copy: (button) => void copy(button.previousElementSibling?.textContent ?? '', button, copied),
  back(_element, _target, event) {
    // the previous page, if it was on this site
    if (history.length < 2 || !document.referrer.startsWith(location.origin)) return;
    event.preventDefault();
    history.back();
  },
  carousel(controls, target) {
    const track = controls.previousElementSibling as Element;
    const step = Number(target.closest('button')?.value ?? 0);
    const count = track.childElementCount;
    track.scrollLeft =
      ((Math.round(track.scrollLeft / track.clientWidth) + step + count) % count) *
      track.clientWidth;
  },
  keys: () => void answerByIslands('?'),
  // "go" is a form: the "submit" listener handles it.
} satisfies Record<Exclude<PageAct, 'go'>, Answer>;

/** Closes the open menu, unless it contains the click's target. */
function closeMenu(target?: Element): void {
  const menu = query('.pick[open]');
  if (menu && !(target && menu.contains(target))) menu.removeAttribute('open');
}

addEventListener('click', (event) => {
  const target = event.target as Element;
  const link = target.closest<HTMLAnchorElement>('[data-choice]');
  if (link) {
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore isn't everywhere yet.
    document.cookie = link.dataset.choice as string;
    link.search = location.search;
    link.hash = location.hash;
  }
  const actionElement = target.closest<HTMLElement>('[data-act]');
  const act = actionElement?.dataset.act ?? '';
  if (actionElement && Object.hasOwn(actions, act)) actions[act]?.(actionElement, target, event);
  closeMenu(target);
});

addEventListener('keydown', (event) => {
  const { key } = event;
  if (key === 'Escape') closeMenu();
  if (
    root.dataset.keys ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (event.target as Element).closest(
      'input,textarea,select,[contenteditable],[role=menu],[role$=dialog]',
    )
  )
    return;
  if ('jk?'.includes(key)) void answerByIslands(key);
  // "/" focuses the search (on the search page the header's is first), "g" the field for a floor or
  // page.
  const field = [...queryAll({ '/': '[type=search]', g: '[data-act=go] input' }[key] ?? 'none')].at(
    -1,
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
});

addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const { first, pattern, per } = form.dataset;
  if (!pattern) return;
  event.preventDefault();
  const wantedNumber = Number(form.querySelector('input')?.value);
  const page = per ? Math.ceil(wantedNumber / Number(per)) : wantedNumber;
  location.href =
    (page > 1 ? pattern.replace('{n}', String(page)) : first) + (per ? `#f${wantedNumber}` : '');
});

/** Adds copy buttons, makes scroll containers focusable; code and mentions stay untranslated. */
function decoratePage(): void {
  for (const code of queryAll('.code:not(:has(> button))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.act = 'copy';
    button.textContent = copyLabel;
    code.append(button);
  }
  for (const box of queryAll('.code>pre,.wide'))
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  for (const one of queryAll(':is(code,.mention):not([contenteditable] *)')) one.translate = false;
}
decoratePage();
document.addEventListener('drawn', decoratePage); // an island rendered
document.addEventListener('more', decoratePage); // the next page was appended

const track = query('.carousel ul');
track?.addEventListener('scroll', () => {
  const now = Math.round(track.scrollLeft / track.clientWidth);
  const count = query('.now');
  if (count) count.textContent = `${now + 1} / ${track.childElementCount}`;
  queryAll('.ticks i').forEach(
    (tick, index) => void tick.toggleAttribute('data-on', index === now),
  );
});

// a screen for the phone site shows the forum's title (R9)
if (!('wide' in root.dataset))
  document.title = query<HTMLMetaElement>('[property="og:site_name"]')?.content ?? '';

/** For shown pages only: a prerendered page may never be opened. */
function begin(): void {
  if (view) void fetch(`/api/v1/${view}`, { method: 'POST', keepalive: true, credentials: 'omit' });
  loadIslands(actions);
}
if (document.prerendering) document.addEventListener('prerenderingchange', begin);
else begin();
