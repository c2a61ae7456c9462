/** Limits of the server: requests, queues, files and loops. */

export const MAX_NOTES_PER_USER = 100;
/** Unread replies of a thread that are counted. */
export const MAX_UNREAD_COUNT = 100;
export const RENAME_INTERVAL_SECONDS = 7 * 24 * 3_600;
/** Days for which a given-up name is reserved. */
export const FORMER_NAME_DAYS = 30;
export const THREADS_PER_PAGE = 20;
/** Seconds for which an author's repeated content is refused (err_code repeat). */
export const REPEAT_WINDOW_SECONDS = 600;
/** Days for which a write's idempotency key is stored. */
export const SENT_KEY_RETENTION_DAYS = 30;
/** Pixels of an uploaded picture, all frames together. */
export const MAX_UPLOAD_PIXELS = 40_000_000;
/** Scans of an uploaded JPEG: progressive ones have ten, a camera's has one. */
export const MAX_JPEG_SCANS = 24;
/** Frames of an uploaded animation. */
export const MAX_PICTURE_FRAMES = 2_000;
/** Pictures that a process decodes at once; each may need a core and 500 MB. */
export const MAX_CONCURRENT_PICTURES = 2;
/** Milliseconds of processor time, and of elapsed time, per picture. */
export const PICTURE_CPU_MS = 10_000;
export const PICTURE_TIMEOUT_MS = 60_000;
export const PICTURE_MEMORY_MB = 640;
/** Idle milliseconds after which a picture process ends. */
export const PICTURE_IDLE_MS = 10_000;
/** Widths of a picture's smaller variants, in pixels. */
export const PICTURE_WIDTHS: readonly number[] = [480, 960, 1440];
/** Width of a post's text column on the desktop, in CSS pixels. */
export const PROSE_WIDTH = 704;

/* Access: sessions. */

/** Hours between two archives of a person's data. */
export const EXPORT_INTERVAL_HOURS = 24;
/** Largest offset in the administrators' list of sign-ins. */
export const MAX_SIGN_INS_OFFSET = 10_000;
/**
 * Invalid credentials per address and minute; further lookups are queued, as each costs a query.
 */
export const MAX_INVALID_CREDENTIALS_PER_MINUTE = 60;
/** Milliseconds between two queued lookups. */
export const CREDENTIAL_PACE_MS = 100;
/** Queued lookups per address; further ones are refused. */
export const MAX_WAITING_CREDENTIALS = 20;
/** Sessions in their owner's list. */
export const MAX_SESSIONS_LISTED = 100;
/** Days from joining on which the welcome is offered, until it is closed. */
export const WELCOME_DAYS = 14;
/** Elements, texts and comments of a message, including those that the parser adds. */
export const MAX_MESSAGE_NODES = 12_000;
export const MAX_MESSAGE_DEPTH = 100;
export const MAX_MESSAGE_ATTRIBUTES = 12_000;
export const MAX_ELEMENT_ATTRIBUTES = 64;
/** Bytes of stored HTML: the longest text at three bytes a character, plus added markup. */
export const MAX_MESSAGE_HTML_BYTES = 512 * 1024;
/** Characters of a title or of a picture's description. */
export const MAX_MESSAGE_TITLE_CHARACTERS = 300;
/** Milliseconds of processor time to sanitize a message. */
export const MESSAGE_DEADLINE_MS = 2_000;
/** Elapsed milliseconds to sanitize a message: other work may have the processor. */
export const MESSAGE_MAX_MS = 10_000;
/** Milliseconds of these for code highlighting; without it the message is still stored. */
export const HIGHLIGHT_DEADLINE_MS = 200;
/** Milliseconds that a message may wait in the queue. */
export const MESSAGE_WAIT_MS = 15_000;
export const MAX_MESSAGE_QUEUE = 200;
/** Milliseconds of sanitizing that a person may use at once; then a tenth of the time. */
export const MESSAGE_BUDGET_MS = 5_000;
export const MESSAGE_HEAP_MB = 160;
/** Milliseconds without a message after which their thread ends; it starts in half a second. */
export const MESSAGE_IDLE_MS = 300_000;
/** Bytes of a stored text to read: no sanitized message is longer. */
export const MAX_TEXT_BYTES = 512 * 1024;

// The storage of uploads.

/** Milliseconds for a call to a bucket, including retries. */
export const STORAGE_TIMEOUT_MS = 8_000;
/** Attempts of a call that a bucket answers with a temporary error. */
export const MAX_STORAGE_TRIES = 3;
/** Concurrent calls of a process that write to a bucket, and that read from it. */
export const MAX_CONCURRENT_STORAGE_WRITES = 8;
export const MAX_CONCURRENT_STORAGE_READS = 64;
/** Calls of each kind that may wait. */
export const MAX_WAITING_STORAGE_CALLS = 100;
/** Milliseconds between checks of a bucket that was down at the start. */
export const STORAGE_POLL_MS = 30_000;
/** Milliseconds between checks whether SITE_DIR is the folder of this forum's pages. */
export const FOLDER_POLL_MS = 10_000;

// A bucket of published pages.

/** Milliseconds for a call to it, and for all writes under one set of render locks. */
export const PAGES_TIMEOUT_MS = 3_000;
/** Concurrent calls of a process that write to it, and that read from it. */
export const MAX_CONCURRENT_PAGE_WRITES = 16;
export const MAX_CONCURRENT_PAGE_READS = 64;
/** Concurrent writes of a build's assets to it. */
export const MAX_CONCURRENT_ASSET_WRITES = 4;

// Exports of tables as files.

/** Concurrent exports of a process; each has its own connection. */
export const MAX_CONCURRENT_EXPORTS = 2;
/** Milliseconds that an export waits for its reader to take the next part. */
export const EXPORT_IDLE_MS = 60_000;
/** Milliseconds for a whole export; one per administrator at a time. */
export const EXPORT_MAX_MS = 30 * 60_000;

// HTTP input.

/** Bytes of a JSON body, unless its route sets another limit. */
export const MAX_JSON_BYTES = 64 * 1024;
/** Bytes of a JSON body with a text of this length: a character may be two escapes of six bytes. */
export const maxJsonBytes = (characters: number): number => MAX_JSON_BYTES + 12 * characters;
export const MAX_JSON_DEPTH = 16;
/** Values of a JSON body, nested ones included. */
export const MAX_JSON_VALUES = 10_000;
/** Elements of an array, or keys of an object; schemas allow fewer. */
export const MAX_JSON_ELEMENTS = 2_000;
/** Parts of a form, including its end. */
export const MAX_FORM_PARTS = 32;
/** Bytes of a form besides its files: headers and boundaries of its parts. */
export const MAX_FORM_OVERHEAD_BYTES = 64 * 1024;
/** Bytes and milliseconds of a refused body to read, so that the client can read the error. */
export const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;
export const DISCARD_MS = 10_000;
/** Bytes in memory of uploads that a process handles at once. */
export const MAX_UPLOAD_MEMORY_BYTES = 64 * 1024 * 1024;
/** Uploads that wait on disk for these. */
export const MAX_WAITING_UPLOADS = 40;
export const MAX_WAITING_PICTURES = 400;
/** Bytes of received forms on disk, per process: of all users, and of one. */
export const MAX_FORMS_BYTES = 512 * 1024 * 1024;
export const MAX_FORMS_BYTES_PER_USER = 64 * 1024 * 1024;
/** Validation errors that a response lists. */
export const MAX_FAULTS_NAMED = 20;
/** Connections of a server, and of one address; proxies and this machine have only the former. */
export const MAX_CONNECTIONS = 12_000;
export const MAX_CONNECTIONS_PER_ADDRESS = 400;
/** Connections of an address that haven't sent a request's head yet. */
export const MAX_SILENT_CONNECTIONS_PER_ADDRESS = 40;
/** Concurrent calls of an address; thousands of people may share one. */
export const MAX_CONCURRENT_CALLS_PER_ADDRESS = 200;
/** Bytes of a request's URL and headers. */
export const MAX_HEADER_BYTES = 16 * 1024;
/** Milliseconds for a request's head, for all of it, and for a body other than a form. */
export const HEADER_TIMEOUT_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 180_000;
export const BODY_TIMEOUT_MS = 30_000;
/** Idle milliseconds before a connection is closed: longer than proxies' timeouts. */
export const KEEP_ALIVE_MS = 65_000;
/**
 * Milliseconds before an inactive connection is closed; nginx waits less, streams beat every 25 s.
 */
export const STALLED_CONNECTION_MS = 90_000;

/* The publisher and the renderer's thread. */

/** Bytes of a page's HTML; twenty replies of the largest size fit. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Bytes of pages that wait together to be written. */
export const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Megabytes of the renderer's old-space heap: in a server, and in a dedicated process. */
export const RENDERER_HEAP_MB = 256;
/** Connections of the server's thread for takedowns. */
export const TAKEDOWN_CONNECTIONS = 2;
/** Milliseconds that a takedown waits for running renderings before it ends them. */
export const TAKEDOWN_WAIT_MS = 4_000;
/** Milliseconds without a heartbeat until the renderer counts as hanging: running, starting. */
export const RENDERER_TIMEOUT_MS = 15_000;
export const RENDERER_START_TIMEOUT_MS = 60_000;
/** Requests that wait for missing pages: of all readers, and of one address; pages per batch. */
export const MAX_WAITING_PAGES = 500;
export const MAX_WAITING_PAGES_PER_ADDRESS = 50;
export const MAX_PAGES_RENDERED_TOGETHER = 16;
/** Concurrent requests to the renderer for missing pages. */
export const MAX_RENDER_REQUESTS = 2;
/** Milliseconds that a reader waits for a missing page. */
export const RENDER_WAIT_MS = 10_000;
/** Pages of restricted forums per person at once, rendering or sending. */
export const MAX_PRIVATE_PAGES_PER_PERSON = 10;

// Mail.

/** Milliseconds to hand an email to the mail server. */
export const MAIL_SEND_MS = 60_000;

// Push messages.

/** Concurrent name lookups of push services, and those that may wait; one per person. */
export const MAX_CONCURRENT_PUSH_LOOKUPS = 2;
export const MAX_WAITING_PUSH_LOOKUPS = 200;
/** Milliseconds for one, including all name servers and attempts. */
export const PUSH_LOOKUP_MS = 3_000;
/** Milliseconds for all messages of a browser, including the lookup. */
export const PUSH_BROWSER_MS = 10_000;
/** Concurrent receivers, in the lane of fast services. */
export const MAX_CONCURRENT_PUSH_PEOPLE = 20;
/** Milliseconds without an answer after which a push service counts as slow, and for how long. */
export const PUSH_SLOW_AFTER_MS = 2_000;
export const PUSH_SLOW_FOR_MS = 5 * 60_000;
/**
 * The lane of slow services: concurrent people (browsers in turn), waiting people, milliseconds of
 * waiting, and of all browsers of a person.
 */
export const MAX_CONCURRENT_SLOW_PUSHES = 5;
export const MAX_WAITING_SLOW_PUSHES = 100;
export const SLOW_PUSH_WAIT_MS = 30_000;
export const SLOW_PUSH_MS = 20_000;

// Processes: health, ends and restarts.
/** Milliseconds in which a part of the forum must answer to count as up. */
export const HEALTH_DEADLINE_MS = 2_000;
/** Milliseconds for which /api/health is cached. */
export const HEALTH_CACHE_MS = 1_000;
/** Milliseconds after the start in which a publisher with pending posts isn't ready. */
export const CATCH_UP_MS = 10_000;
/** Milliseconds for requests in flight to finish when the server stops. */
export const REQUEST_DRAIN_MS = 20_000;
/** Milliseconds until the server exits, after the DRAIN_SECONDS in which it accepts requests. */
export const SERVER_STOP_MS = 24_000;

/**
 * Milliseconds that a migration waits for a lock before it lets others go first. Requests that
 * queue behind it wait 2 s for a lock (db/pools.ts), so they don't fail.
 */
export const MIGRATION_LOCK_MS = 1_000;
/** Milliseconds after which a migration that finds no free lock fails. */
export const MIGRATION_WAIT_MS = 10 * 60_000;

/** Seconds for a login at the provider, or for a logout. */
export const LOGIN_ATTEMPT_SECONDS = 15 * 60;
/** Seconds for which an expired or finished login is remembered, to explain it. */
export const LOGIN_ATTEMPT_RETENTION_SECONDS = 86_400;

/** Milliseconds between two beats of a connection to the database (db/silent-connections.ts). */
export const BEAT_MS = 10_000;
/** Milliseconds of silence after which such a connection counts as lost. */
export const SILENCE_MS = 25_000;
