import { useEffect, useState } from 'react';
import { pageArea } from '#client/core/page-info.ts';
import type { MemberPage } from '#contracts/paths.ts';
import { MyPageUnread } from '../account/MyPageUnread.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';

/** The slots of desktop pages; PhoneAccount.tsx fills those of phones. */
const findSlots = () =>
  pageArea() === 'phone'
    ? []
    : [...document.querySelectorAll<HTMLElement>('[data-slot="unread-count"]')];

/** Scrolls the row of links to the current one in browsers without `scroll-initial-target`. */
function showCurrentPage(): void {
  const current = document.querySelector<HTMLElement>('.own-pages [aria-current]');
  const row = current?.closest('nav');
  if (!current || !row || row.scrollLeft > 0) return;
  const beyond = current.getBoundingClientRect().right - row.getBoundingClientRect().right;
  if (beyond > 0) row.scrollLeft = beyond + row.clientWidth / 2;
}

/** The unread counts in the links to notifications and messages. */
export default function TabCounts() {
  const [slots] = useState(findSlots);
  useEffect(showCurrentPage, []);
  return slots.map((at) => (
    <SlotPortal key={at.dataset.of} at={at}>
      <MyPageUnread memberPage={at.dataset.of as MemberPage} />
    </SlotPortal>
  ));
}
