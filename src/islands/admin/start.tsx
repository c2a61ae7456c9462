import { createRoot } from 'react-dom/client';
import { keepCounts, loadMe } from '#stores/admin/me.ts';
import { followLinks } from '#stores/admin/place.ts';
import { loadDictionary } from '#stores/dictionary.ts';
import type { Failure } from '#stores/failure.ts';
import { pageLang } from '#stores/page.ts';
import { recovery } from '#stores/recovery.ts';
import '../../styles/admin-islands.css';
import { Texts } from '../ui/text.ts';
import { NoEntry } from './NoEntry.tsx';
import { Shell } from './Shell.tsx';

/* The admin area: one root for all of its page. Without a session the browser leaves for the login (R19). */

async function texts(): Promise<Awaited<ReturnType<typeof loadDictionary>>> {
  for (;;) {
    try {
      return await loadDictionary();
    } catch {
      await recovery();
    }
  }
}

/** Who is there; asks again when the product is back. Undefined: somebody who may not be here. */
async function meet(): Promise<boolean> {
  for (;;) {
    try {
      await loadMe();
      return true;
    } catch (error) {
      const { away, status } = error as Failure;
      if (status === 401) await new Promise(() => {}); // the browser is leaving
      if (!away) return false;
      await recovery();
    }
  }
}

const [t, entered] = await Promise.all([texts(), meet()]);
const host = document.createElement('div');
host.id = 'admin-root';
document.body.replaceChildren(host);
followLinks();
if (entered) keepCounts();
createRoot(host).render(<Texts value={{ t, lang: pageLang(), root: pageLang() }}>{entered ? <Shell /> : <NoEntry />}</Texts>);
