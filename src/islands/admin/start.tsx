import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { keepCounts, loadMe } from '#stores/admin/me.ts';
import { followLinks } from '#stores/admin/place.ts';
import { loadDictionary } from '#stores/dictionary.ts';
import type { Failure } from '#stores/failure.ts';
import { pageLang } from '#stores/page.ts';
import { recovery } from '#stores/recovery.ts';
import '../../styles/admin-islands.css';
import { Texts } from '../ui/text.ts';
import { Away, NoEntry } from './NoEntry.tsx';
import { Shell } from './Shell.tsx';

/*
 * The admin area: one root for all of its page. Without a session the browser leaves for the login
 * (R19).
 */

async function texts(): Promise<Awaited<ReturnType<typeof loadDictionary>>> {
  for (;;) {
    try {
      return await loadDictionary();
    } catch {
      await recovery();
    }
  }
}

/**
 * Who is there; asks again when the product is back, and says meanwhile that it is away. Answers
 * why nobody was met.
 */
async function meet(): Promise<Failure | undefined> {
  for (;;) {
    try {
      await loadMe();
      return undefined;
    } catch (error) {
      const failure = error as Failure;
      if (failure.status === 401) await new Promise(() => {}); // the browser is leaving
      if (!failure.away) return failure;
      void draw(<Away />);
      await recovery();
    }
  }
}

const loading = texts();
let root: Root | undefined;

async function draw(shown: ReactNode): Promise<void> {
  const t = await loading;
  if (!root) {
    const host = document.createElement('div');
    host.id = 'admin-root';
    document.body.replaceChildren(host);
    root = createRoot(host);
  }
  root.render(<Texts value={{ t, lang: pageLang(), root: pageLang() }}>{shown}</Texts>);
}

const refused = await meet();
followLinks();
if (!refused) keepCounts();
await draw(refused ? <NoEntry failure={refused} /> : <Shell />);
