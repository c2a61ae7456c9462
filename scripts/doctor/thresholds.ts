/* From when on something is told; what Prometheus alerts of has the same limits (alerts.yml). */

const DAY_SECONDS = 86_400;

/** Share of a disk's bytes, or of its inodes, that is to be free. */
export const MIN_FREE_SHARE = 0.1;
/** With less than this share nothing can be written soon. */
export const MIN_USABLE_SHARE = 0.02;
/** Seconds for which a certificate is to be valid. */
export const MIN_CERTIFICATE_SECONDS = 14 * DAY_SECONDS;
/** Seconds that the last backup may be old. */
export const MAX_BACKUP_SECONDS = 2 * DAY_SECONDS;
/** Seconds since a piece of PostgreSQL's log was archived, where it archives. */
export const MAX_ARCHIVE_SECONDS = 3_600;
/** Seconds that a replica may be behind. */
export const MAX_REPLICA_LAG_SECONDS = 30;
/** Seconds that a letter may wait to be sent. */
export const MAX_MAIL_WAIT_SECONDS = 1_800;
/** Letters of a day that may fail. */
export const MAX_FAILED_MAIL = 20;
