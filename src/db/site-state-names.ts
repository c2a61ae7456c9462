/** Name of the row of site_state that says that pages can't be written, and why. */
export const STORAGE_STATE_NAME = 'publishing.storage';
