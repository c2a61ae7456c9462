/* Limits of the checks; Prometheus alerts use the same (alerts.yml). */

const DAY_SECONDS = 86_400;

/** Free share of a disk's bytes or inodes, below which to warn. */
export const MIN_FREE_SHARE = 0.1;
/** Below this share, writes will fail soon. */
export const MIN_USABLE_SHARE = 0.02;
/** Minimum remaining validity of a certificate. */
export const MIN_CERTIFICATE_SECONDS = 14 * DAY_SECONDS;
export const MAX_BACKUP_SECONDS = 2 * DAY_SECONDS;
/** Maximum age of the last archived WAL segment, if archiving is on. */
export const MAX_ARCHIVE_SECONDS = 3_600;
export const MAX_REPLICA_LAG_SECONDS = 30;
/** Maximum seconds that a mail waits. */
export const MAX_MAIL_WAIT_SECONDS = 1_800;
/** Failed mails per day. */
export const MAX_FAILED_MAIL = 20;
