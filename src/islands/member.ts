import type { ClientDirective } from 'astro';

/**
 * `client:member="like favourite"`: hydrates for people who are logged in (the readable hint cookie says so), and for a
 * visitor who uses one of the named controls; that click is done again when the island has taken its place. Other
 * visitors download no React.
 */
const member: ClientDirective = (load, options) => {
  const hydrate = async () => (await load())();
  if (/(?:^|; )member=1/.test(document.cookie)) {
    (window.requestIdleCallback ?? setTimeout)(hydrate);
    return;
  }
  const acts = String(options.value).split(' ');
  const use = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>('[data-act]');
    const act = control?.dataset.act;
    if (!control || !act || !acts.includes(act)) return;
    event.preventDefault();
    document.removeEventListener('click', use, true);
    const slot = control.closest('[data-slot]');
    document.addEventListener('island', () => slot?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click(), { once: true });
    void hydrate();
  };
  document.addEventListener('click', use, true);
};

export default member;
