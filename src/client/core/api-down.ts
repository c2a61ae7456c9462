import { atom } from 'nanostores';

/**
 * Whether the API is down: reading goes on, writing waits. The API client sets it after each call.
 */
export const $apiDown = atom(false);
