import { atom } from 'nanostores';

/** Whether the API is down: writes are delayed. The API client sets it after each call. */
export const $apiDown = atom(false);
