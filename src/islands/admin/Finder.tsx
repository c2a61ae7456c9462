import { useId, useRef, useState } from 'react';
import { ADMIN_SCREENS, adminPath, screenKey } from '#contracts/admin.ts';
import { threadPath } from '#contracts/paths.ts';
import type { FoundWire } from '#contracts/wire/admin-me.ts';
import { nameOf } from '#i18n/named.ts';
import { go } from '#stores/admin/place.ts';
import { call } from '#stores/api.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';
import { CONFIG_NAMES } from './config/names.ts';

interface Hit {
  href: string;
  text: string;
  kind: string;
}

/** Milliseconds without a key after which the server is asked. */
const PAUSE = 200;

/**
 * Finds screens and settings by their names, and people, threads and forums by asking. A combobox
 * of the ARIA kind.
 */
export function Finder() {
  const { t, lang } = useTexts();
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundWire>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useId();
  const wanted = text.trim().toLowerCase();
  const places: Hit[] = [
    ...ADMIN_SCREENS.map((screen) => ({
      href: adminPath(screen),
      text: t(`admin.screen.${screenKey(screen)}`),
      kind: t('admin.find.screen'),
    })),
    ...CONFIG_NAMES.map((name) => ({
      href: adminPath('content', name),
      text: t(`admin.config.name.${name}`),
      kind: t('admin.find.setting'),
    })),
  ].filter((one) => one.text.toLowerCase().includes(wanted));
  const hits: Hit[] =
    wanted === ''
      ? []
      : [
          ...places,
          ...(found?.forums ?? []).map((one) => ({
            href: adminPath('forums', '', { forum: one.id }),
            text: nameOf(lang, { name: one.name, nameEn: one.name_en }),
            kind: t('admin.find.forum'),
          })),
          ...(found?.users ?? []).map((one) => ({
            href: adminPath('users', String(one.id)),
            text: one.nickname,
            kind: t('admin.find.user'),
          })),
          ...(found?.threads ?? []).map((one) => ({
            href: threadPath(lang, one.id),
            text: one.subject,
            kind: t('admin.find.thread'),
          })),
        ];
  const shown = open && wanted !== '';

  const type = (value: string) => {
    setText(value);
    setOpen(true);
    setActive(0);
    clearTimeout(timer.current);
    if (value.trim() === '') return setFound(undefined);
    timer.current = setTimeout(
      async () =>
        setFound(
          await call<FoundWire>('/v2/admin/find', { query: { q: value.trim() } }).catch(
            () => undefined,
          ),
        ),
      PAUSE,
    );
  };
  const pick = (hit: Hit | undefined) => {
    if (!hit) return;
    setOpen(false);
    setText('');
    if (hit.href.startsWith('/bbs-admin')) go(hit.href);
    else location.assign(hit.href);
  };
  return (
    <search className="finder">
      <Icon name="search" />
      <input
        type="search"
        role="combobox"
        placeholder={t('admin.find.label')}
        aria-label={t('admin.find.label')}
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown && hits[active] ? `${list}-${active}` : undefined}
        autoComplete="off"
        maxLength={60}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) {
            event.preventDefault();
            setOpen(true);
            setActive((active + step + hits.length) % Math.max(1, hits.length));
          } else if (event.key === 'Enter') pick(hits[active]);
          else if (event.key === 'Escape') setOpen(false);
        }}
      />
      <kbd>/</kbd>
      {/* It stays while it is empty, because the field names it. */}
      <div
        id={list}
        className="menu"
        role="listbox"
        aria-label={t('admin.find.label')}
        hidden={!shown || hits.length === 0}
      >
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={`${hit.kind}${hit.href}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(hit)}
          >
            <span>{hit.text}</span>
            <span className="meta">{hit.kind}</span>
          </div>
        ))}
      </div>
      {shown && hits.length === 0 && <p className="menu meta none">{t('admin.find.nothing')}</p>}
    </search>
  );
}
