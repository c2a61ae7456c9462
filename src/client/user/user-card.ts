import type { CallReply } from '#contracts/calls/calls.ts';
import { isFormerMember } from '#contracts/former-members.ts';
import { call } from '../core/api.ts';

export type UserCardData = CallReply<'GET /v1/user/info'>;

const cardsById = new Map<number, Promise<UserCardData | undefined>>();

async function fetchUserCard(id: number): Promise<UserCardData | undefined> {
  const user = await call('GET /v1/user/info', { query: { id }, quiet: true });
  return isFormerMember(user) ? undefined : user;
}

/** Loads a user's card once; undefined if there is none or the load fails. */
export function loadUserCard(id: number): Promise<UserCardData | undefined> {
  const card =
    cardsById.get(id) ??
    fetchUserCard(id).catch(() => {
      cardsById.delete(id);
      return undefined;
    });
  cardsById.set(id, card);
  return card;
}
