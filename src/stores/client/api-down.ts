import { atom } from 'nanostores';

/**
 * The product doesn't answer: reading goes on, writing waits. Set by the API client, by each answer
 * and each missing one.
 */
export const $apiDown = atom(false);
