import { useState } from 'react';
import { pageArea } from '#client/core/page-info.ts';
import type { MemberPage } from '#contracts/paths.ts';
import { MyPageUnread } from '../account/MyPageUnread.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';

/** The places for it; those of phones are filled on each page that has any (PhoneAccount.tsx). */
const findSlots = () =>
  pageArea() === 'phone'
    ? []
    : [...document.querySelectorAll<HTMLElement>('[data-slot="unread-count"]')];

/** How much is unread, beside the tabs of notifications and messages. */
export default function TabCounts() {
  const [slots] = useState(findSlots);
  return slots.map((at) => (
    <SlotPortal key={at.dataset.of} at={at}>
      <MyPageUnread memberPage={at.dataset.of as MemberPage} />
    </SlotPortal>
  ));
}
