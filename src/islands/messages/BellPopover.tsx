import { Popover } from '@base-ui/react/popover';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isPlainClick } from '#client/core/page-info.ts';
import { $unreadCounts, unreadCount } from '#client/messages/unread-counts.ts';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { clientPagePath } from '#contracts/paths.ts';
import styles from '#styles/bell-list.css?url';
import messageStyles from '#styles/messages.css?url';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { FocusGuardFix } from '../components/FocusGuardFix.tsx';
import { Icon } from '../components/Icon.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { loadStylesheet } from '../page/load-stylesheet.ts';
import { Message } from './Message.tsx';
import { useMessageList } from './use-message-list.ts';

/** Unread private messages, which the bell counts and the list omits. */
function UnreadLetters() {
  const { t, root } = useTexts();
  const count = unreadCount(useStore($unreadCounts), MESSAGE_CATEGORIES.letters);
  if (count === 0) return null;
  return (
    <a className="bell-letters" href={clientPagePath(root, 'me/letters')}>
      <Icon name="mail" />
      {t('messages.unreadLetters', { count })}
    </a>
  );
}

const SHOWN = 10;

function LatestMessages({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const { t, root } = useTexts();
  const { query, hasUnread, readAll, propsOf } = useMessageList(0, 1, SHOWN);
  // The button is removed with the unread mark, so the focus moves on.
  const read = () => {
    heading.current?.focus();
    readAll();
  };
  return (
    <>
      <div className="bell-head">
        <Popover.Title ref={heading} tabIndex={-1}>
          {t('clientPage.messages')}
        </Popover.Title>
        {hasUnread && <Button onClick={read}>{t('messages.readAll')}</Button>}
      </div>
      <UnreadLetters />
      <div className="latest">
        <Loaded query={query} rows={4}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState art="messages" of="messages.empty" />
            ) : (
              <ul className="notes">
                {items.map((message) => (
                  <Message key={message.id} {...propsOf(message)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <div className="bell-foot">
        <a href={clientPagePath(root, 'me/messages')}>{t('messages.all')}</a>
      </div>
    </>
  );
}

/** The header's bell, rendered by account/Account.tsx. */
const findBell = () => document.querySelector<HTMLElement>('.account .bell');

/** The latest notifications, loaded at each opening. Opens on mount. */
function BellPopover() {
  const [bell] = useState(findBell);
  const [isOpen, setOpen] = useState(true);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const press = (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    bell?.addEventListener('click', press);
    return () => bell?.removeEventListener('click', press);
  }, [bell]);
  useEffect(() => bell?.setAttribute('aria-expanded', String(isOpen)), [bell, isOpen]);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // The bell's own click closes it; otherwise it would reopen it.
        if (!bell?.contains(event.target as Node | null)) setOpen(open);
      }}
    >
      <Popover.Portal container={document.querySelector<HTMLElement>('[data-slot="account"]')}>
        <FocusGuardFix />
        <Popover.Positioner
          className="positioner"
          anchor={bell}
          align="end"
          sideOffset={12}
          collisionPadding={16}
        >
          <Popover.Popup
            className="bell-list"
            initialFocus={heading}
            finalFocus={() => bell}
            onClick={(event) => {
              // The floor may be on this page.
              if ((event.target as Element).closest('a')) setOpen(false);
            }}
          >
            <LatestMessages heading={heading} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Resolves when the styles have loaded too. */
export async function loadBellPopover(): Promise<typeof BellPopover> {
  await Promise.all([loadStylesheet(messageStyles), loadStylesheet(styles)]);
  return BellPopover;
}
