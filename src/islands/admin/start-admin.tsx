import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { interceptLinks } from '#client/admin/admin-location.ts';
import { loadCurrentAdmin, pollCounts } from '#client/admin/current-admin.ts';
import { loadDictionary } from '#client/core/dictionary.ts';
import type { Failure } from '#client/core/failure.ts';
import { pageLang } from '#client/core/page-info.ts';
import { retryUntilLoaded, waitUntilApiUp } from '#client/core/wait-until-api-up.ts';
import { setTimeZone } from '#i18n/format.ts';
import '#styles/admin-islands.css';
import { Texts } from '../hooks/use-texts.ts';
import { watchCaret } from '../page/watch-caret.ts';
import { AccessDenied, ApiDownScreen } from './AccessDenied.tsx';
import { AdminShell } from './AdminShell.tsx';
import { takeClaim } from './setup/forum-claim.ts';

/* Mounts the admin area as one root. Without a session the browser opens the login (R19). */

/** Loads the current administrator, again when the API is back. Returns a final failure. */
async function loadCurrentAdminWithRetry(): Promise<Failure | undefined> {
  for (;;) {
    try {
      await loadCurrentAdmin();
      return undefined;
    } catch (error) {
      const failure = error as Failure;
      if (failure.status === 401) await new Promise(() => {}); // the browser is leaving
      if (!failure.isApiDown) return failure;
      void render(<ApiDownScreen />);
      await waitUntilApiUp();
    }
  }
}

const loading = retryUntilLoaded(loadDictionary);
let root: Root | undefined;

async function render(shown: ReactNode): Promise<void> {
  const t = await loading;
  if (!root) {
    const host = document.createElement('div');
    host.id = 'admin-root';
    document.body.replaceChildren(host);
    root = createRoot(host);
  }
  root.render(<Texts value={{ t, lang: pageLang(), root: pageLang() }}>{shown}</Texts>);
}

async function startArea(): Promise<void> {
  const failure = await loadCurrentAdminWithRetry();
  interceptLinks();
  watchCaret();
  if (!failure) pollCounts();
  await render(failure ? <AccessDenied failure={failure} /> : <AdminShell />);
}

const { zone } = document.documentElement.dataset;
if (zone) setTimeZone(zone);
const claim = takeClaim();
if (claim) {
  const { ClaimForum } = await import('./setup/ClaimForum.tsx');
  await render(<ClaimForum claim={claim} />);
} else await startArea();
