import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $account } from '#client/account/account.ts';
import { $watchLevels, loadWatchLevel, watchKey } from '#client/watch/watching.ts';
import type { WatchKind } from '#contracts/watching.ts';
import { useLazyOnIntent } from '../hooks/use-lazy-on-intent.ts';
import { ensureLoggedIn } from '../hooks/use-reaction.ts';
import { describedBy, WatchTrigger } from './WatchTrigger.tsx';

const loadMenu = () => import('./WatchMenu.tsx').then((module) => module.WatchMenu);

/** The reader's watch level, on the button of its menu. */
export function WatchButton({ kind, id }: { kind: WatchKind; id: number }) {
  const reader = useStore($account)?.id;
  const level = useStore($watchLevels, { keys: [watchKey(kind, id)] })[watchKey(kind, id)];
  const { Component: WatchMenu, intentHandlers, open } = useLazyOnIntent(loadMenu);
  useEffect(() => {
    if (reader !== undefined && !(kind === 'user' && id === reader)) loadWatchLevel(kind, id);
  }, [reader, kind, id]);
  if (kind === 'user' && id === reader) return null;
  if (WatchMenu) return <WatchMenu kind={kind} id={id} />;
  return (
    <WatchTrigger
      kind={kind}
      level={level}
      aria-describedby={describedBy(kind, id)}
      aria-expanded="false"
      {...intentHandlers}
      onClick={() => void (ensureLoggedIn('watch') && open())}
    />
  );
}
