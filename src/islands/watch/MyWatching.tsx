import { useStore } from '@nanostores/react';
import {
  listWatched,
  setWatchLevel,
  WATCH_TABS,
  type WatchTab,
} from '#client/watch/edit-watching.ts';
import { $watchLevels, watchKey } from '#client/watch/watching.ts';
import {
  clientPagePath,
  forumPath,
  forumsPath,
  parsePage,
  type Root,
  threadPath,
  userPath,
} from '#contracts/paths.ts';
import {
  LEVELS_OF_KIND,
  WATCH_LISTS,
  type WatchLevel,
  type WatchList,
} from '#contracts/watching.ts';
import type { WatchedWire } from '#contracts/wire/watch.ts';
import { pickLang } from '#i18n/localized.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { Options } from '../components/Options.tsx';
import { Select } from '../components/Select.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick, useUrlQuery } from '../hooks/use-url-query.ts';
import { MyList } from '../my-content/MyList.tsx';

function watchedHref(root: Root, { kind, id }: WatchedWire): string {
  if (kind === 'thread') return threadPath(root, id);
  if (kind === 'forum') return forumPath(root, id);
  return kind === 'user' ? userPath(root, id) : forumsPath(root);
}

/** A watched or muted item with the choice of its level. */
function WatchedRow({ entry }: { entry: WatchedWire }) {
  const { t, lang, root } = useTexts();
  const { kind, id } = entry;
  const key = watchKey(kind, id);
  const level = useStore($watchLevels, { keys: [key] })[key];
  const name = pickLang(lang, entry.name, entry.name_en || entry.name);
  return (
    <li>
      <div>
        {name ? (
          <a className="subject" lang={foreignLang(lang, name)} href={watchedHref(root, entry)}>
            {name}
          </a>
        ) : (
          <span className="meta">{t('watch.unavailable')}</span>
        )}
        {kind === 'section' && <p className="meta">{t('watch.section')}</p>}
        {kind === 'thread' && entry.chosen === 0 && level !== null && (
          <p className="meta">{t('watch.auto')}</p>
        )}
      </div>
      <Select
        label={t('watch.levelOf', { name: name || t('watch.unavailable') })}
        value={level ?? 'none'}
        onChange={(value) =>
          void setWatchLevel(kind, id, value === 'none' ? null : (value as WatchLevel))
        }
      >
        <Options
          values={['none', ...LEVELS_OF_KIND[kind]] as const}
          label={(one) =>
            t(kind === 'user' && one === 'muted' ? 'watch.ignore' : `watch.level.${one}`)
          }
        />
      </Select>
    </li>
  );
}

interface Address {
  tab: WatchTab;
  /** The list that is shown. */
  of: WatchList;
  page: number;
}

function parseAddress(query: string): Address {
  const given = new URLSearchParams(query);
  return {
    tab: WATCH_TABS.find((tab) => tab === given.get('tab')) ?? 'threads',
    of: WATCH_LISTS.find((list) => list === given.get('of')) ?? 'users',
    page: parsePage(given.get('page') ?? undefined) ?? 1,
  };
}

export default function MyWatching() {
  const { t, root } = useTexts();
  const { query, go } = useUrlQuery();
  const address = parseAddress(query);
  const { tab, of, page } = address;
  const path = (change: Partial<Address>) => {
    const next = { ...address, page: 1, ...change };
    return clientPagePath(root, 'me/watching', {
      ...(next.tab === 'threads' ? {} : { tab: next.tab }),
      ...(next.tab === 'muted' && next.of !== 'users' ? { of: next.of } : {}),
      ...(next.page > 1 ? { page: next.page } : {}),
    });
  };
  const isMuted = tab === 'muted';
  const list = isMuted ? of : tab;
  return (
    <>
      <nav className="filters chosen-one" aria-label={t('watch.tabs.label')}>
        {WATCH_TABS.map((one) => (
          <a
            key={one}
            href={path({ tab: one })}
            aria-current={one === tab ? 'page' : undefined}
            onClick={onPlainClick(go)}
          >
            {t(`watch.tabs.${one}`)}
          </a>
        ))}
        {isMuted && (
          <Select
            label={t('watch.tabs.muted')}
            value={of}
            onChange={(value) => go(path({ of: value as WatchList }))}
          >
            <Options values={WATCH_LISTS} label={(one) => t(`watch.muting.${one}`)} />
          </Select>
        )}
      </nav>
      <MyList
        load={() => listWatched(list, isMuted, page)}
        page={page}
        href={(number) => path({ page: number })}
        go={go}
        empty={
          <EmptyState art="bookmarks" of={`watch.empty.${tab}`}>
            <a className="btn" href={forumsPath(root)}>
              {t('own.noFavourites.forums.action')}
            </a>
          </EmptyState>
        }
      >
        {(entries) => (
          <ul className="watched">
            {entries.map((entry) => (
              <WatchedRow key={`${entry.kind} ${entry.id}`} entry={entry} />
            ))}
          </ul>
        )}
      </MyList>
    </>
  );
}
