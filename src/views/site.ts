import member from '#islands/member.ts';

/*
 * The only script of pages for readers who aren't logged in: each first visit pays for every byte
 * of it. It imports nothing that islands import too: the bundler would make a file of its own of
 * that, and a request for everybody.
 */

const root = document.documentElement;
const { view, copy: copyLabel = '', copied = '', now: justNow = '', phone } = document.body.dataset;
const zh = root.lang !== 'en';
const all = <E extends HTMLElement>(selector: string) => document.querySelectorAll<E>(selector);
const one = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

function keep(name: string, value: string): void {
  try {
    localStorage[name] = value;
  } catch {
    // Storage is forbidden here: the choice lasts as long as the page.
  }
}

/** Copies, says so in the button and to screen readers, and takes it back after a while. */
async function copy(text: string, button: Element, done: string): Promise<void> {
  const label = button.lastChild as ChildNode;
  const before = label.textContent;
  // Without https there is no clipboard for pages: show the text, ready to be copied.
  if (!navigator.clipboard) return void prompt('', text);
  await navigator.clipboard.writeText(text);
  const say = (words: string | null, aloud: string) => {
    label.textContent = words;
    (one('#say') as HTMLElement).textContent = aloud;
  };
  if (before === done) return;
  say(done, done);
  setTimeout(say, 2000, before, '');
}

const actions: Record<string, (element: HTMLElement, target: Element, event: Event) => void> = {
  theme() {
    const theme =
      root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '');
    keep('theme', (root.dataset.theme = theme === 'dark' ? 'light' : 'dark'));
  },
  notice() {
    keep('notice', root.dataset.notice ?? '');
    root.dataset.notice = '';
  },
  copy: (button) => void copy(button.previousElementSibling?.textContent ?? '', button, copied),
  back(_element, _target, event) {
    // Where the reader came from, if that was here.
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
};

/** Closes the menu that is open, unless it holds what was clicked. */
function closeMenu(target?: Element): void {
  const menu = one('.pick[open]');
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
  const actor = target.closest<HTMLElement>('[data-act]');
  if (actor) actions[actor.dataset.act ?? '']?.(actor, target, event);
  closeMenu(target);
});

addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeMenu();
  // "/" goes to the search (on the page of searches the header's comes first), "g" to the field
  // that asks for a floor or a page.
  const field = [
    ...all({ '/': '[type=search]', g: '[data-act=go] input' }[event.key] ?? 'none'),
  ].at(-1);
  if (
    !field ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (event.target as Element).closest('input, textarea, select, [contenteditable]')
  )
    return;
  event.preventDefault();
  field.focus();
});

/* Fields that ask for a page or a floor. */
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const { first, pattern, per } = form.dataset;
  if (!pattern) return;
  event.preventDefault();
  const wanted = Number(form.querySelector('input')?.value);
  const page = per ? Math.ceil(wanted / Number(per)) : wanted;
  location.href =
    (page > 1 ? pattern.replace('{n}', String(page)) : first) + (per ? `#f${wanted}` : '');
});

/* Times as a reader says them, kept true while the page is open. */
const relative = new Intl.RelativeTimeFormat(root.lang, { numeric: 'auto', style: 'narrow' });
const ago = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
  relative.format(-Math.floor(amount), unit).replace(/\d+/, zh ? '$& ' : '$&');
function tellTimes(): void {
  const now = new Date();
  const year = now.getFullYear();
  for (const time of all<HTMLTimeElement>('time')) {
    const at = new Date(time.dateTime);
    const minutes = (now.getTime() - at.getTime()) / 60_000;
    time.title ||= at.toLocaleString(root.lang);
    if ('full' in time.dataset) continue;
    if (minutes < 1) time.textContent = justNow;
    else if (minutes < 60) time.textContent = ago(minutes, 'minute');
    else if (minutes < 1440) time.textContent = ago(minutes / 60, 'hour');
    else if (minutes < 10_080) time.textContent = ago(minutes / 1440, 'day');
    else time.textContent = (time.textContent ?? '').replace(zh ? `${year}-` : ` ${year}`, '');
  }
}

/** Times are told, code can be copied, and what scrolls sideways be reached by keyboard. */
function dress(): void {
  tellTimes();
  for (const code of all('.code:not(:has(> button))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.act = 'copy';
    button.textContent = copyLabel;
    code.append(button);
  }
  for (const box of all('.code>pre,.wide')) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}
dress();
document.addEventListener('drawn', dress); // an island has added something
document.addEventListener('more', dress); // the next page was added to this one
setInterval(tellTimes, 60_000);

const track = one('.carousel ul');
track?.addEventListener('scroll', () => {
  const now = Math.round(track.scrollLeft / track.clientWidth);
  const count = one('.now');
  if (count) count.textContent = `${now + 1} / ${track.childElementCount}`;
  all('.ticks i').forEach((tick, index) => void tick.toggleAttribute('data-on', index === now));
});

// Up to this width the phone's site is meant, whose title is the forum's (R9).
if (screen.width <= Number(phone))
  document.title = one<HTMLMetaElement>('[property="og:site_name"]')?.content ?? '';

if (view) void fetch(`/api/v1/${view}`, { method: 'POST', keepalive: true, credentials: 'omit' });

member();
