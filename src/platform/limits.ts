/** Limits that the server alone knows: what requests, queues, files and loops may cost. */

export const MAX_NOTES_PER_USER = 100;
/** Unread replies of a thread that are counted. */
export const MAX_UNREAD_COUNT = 100;
/** Seconds between two changes of a nickname. */
export const RENAME_INTERVAL_SECONDS = 7 * 24 * 3_600;
/** Days in which a name that somebody gave up is kept for them. */
export const FORMER_NAME_DAYS = 30;
/** Threads on a page of a list. */
export const THREADS_PER_PAGE = 20;
/** Seconds in which the same content of the same author is refused (err_code repeat). */
export const REPEAT_WINDOW_SECONDS = 600;
/** Days in which a write with the same key isn't done again. */
export const SENT_KEYS_KEPT_DAYS = 30;
/** Pixels of one uploaded picture, of all frames together. */
export const MAX_UPLOAD_PIXELS = 40_000_000;
/** Scans of one uploaded JPEG: progressive ones have ten, a camera's has one. */
export const MAX_JPEG_SCANS = 24;
/** Frames of one uploaded animation. */
export const MAX_PICTURE_FRAMES = 2_000;
/** Pictures that a process decodes at once; each may need a core and 500 MB. */
export const MAX_CONCURRENT_PICTURES = 2;
/** Milliseconds of processor time, and of any time, for one picture. */
export const PICTURE_CPU_MS = 10_000;
export const PICTURE_TIMEOUT_MS = 60_000;
/** Megabytes of memory of a picture process. */
export const PICTURE_MEMORY_MB = 640;
/** Milliseconds after which a picture process without work ends. */
export const PICTURE_IDLE_MS = 10_000;
/** Widths of the smaller variants of a picture, in pixels. */
export const PICTURE_WIDTHS: readonly number[] = [480, 960, 1440];
/** Width of a post's text column on the desktop, in CSS pixels. */
export const PROSE_WIDTH = 704;

/* Access: sessions. */

/** Hours between two archives of one person's data. */
export const EXPORT_INTERVAL_HOURS = 24;
/** The largest offset in the administrators' list of all sign-ins. */
export const MAX_SIGN_INS_OFFSET = 10_000;
/**
 * Invalid tokens and session cookies of one address in a minute: each costs a query before anything
 * else is counted. From then on those that aren't known to be valid are looked up in turn.
 */
export const MAX_INVALID_CREDENTIALS_PER_MINUTE = 60;
/** Milliseconds between two of those that are looked up one after the other. */
export const CREDENTIAL_PACE_MS = 100;
/** Of those, as many wait of one address; the next ones are refused. */
export const MAX_WAITING_CREDENTIALS = 20;
/** Sessions in their owner's list. */
export const MAX_SESSIONS_LISTED = 100;
/** Days from joining on which the welcome is offered, until it is closed. */
export const WELCOME_DAYS = 14;
/** Elements, texts and comments of a message, with those that the parser adds. */
export const MAX_MESSAGE_NODES = 12_000;
/** Elements within each other. */
export const MAX_MESSAGE_DEPTH = 100;
export const MAX_MESSAGE_ATTRIBUTES = 12_000;
export const MAX_ELEMENT_ATTRIBUTES = 64;
/**
 * Bytes of a message's HTML as it is stored: the longest text of three bytes a character, and what
 * is added to code, links and pictures.
 */
export const MAX_MESSAGE_HTML_BYTES = 512 * 1024;
/** Characters of a title or of a picture's description. */
export const MAX_MESSAGE_TITLE_CHARACTERS = 300;
/** Milliseconds of processor time in which a message must be sanitized. */
export const MESSAGE_DEADLINE_MS = 2_000;
/** Milliseconds in which a message must be sanitized: others may have the processor. */
export const MESSAGE_MAX_MS = 10_000;
/** Milliseconds of them for the colours of its code; without colours it is stored all the same. */
export const HIGHLIGHT_DEADLINE_MS = 200;
/** Milliseconds for which a message may wait in the queue. */
export const MESSAGE_WAIT_MS = 15_000;
/** Messages that may wait in the queue. */
export const MAX_MESSAGE_QUEUE = 200;
/**
 * Milliseconds for which the messages of one person may be sanitized at once; from then on, a tenth
 * of the time is theirs.
 */
export const MESSAGE_BUDGET_MS = 5_000;
/** Megabytes of the sanitizer thread's heap. */
export const MESSAGE_HEAP_MB = 160;
/** Bytes of a stored text that is read: no message has more when it was made safe. */
export const MAX_TEXT_BYTES = 512 * 1024;

// The storage of uploads.

/** Milliseconds for a call to a bucket, all attempts together. */
export const STORAGE_TIMEOUT_MS = 8_000;
/** Attempts of a call that a bucket answers with a temporary error. */
export const MAX_STORAGE_TRIES = 3;
/** Concurrent calls of a process that write to a bucket, and that read from it. */
export const MAX_CONCURRENT_STORAGE_WRITES = 8;
export const MAX_CONCURRENT_STORAGE_READS = 64;
/** Calls of each kind that may wait. */
export const MAX_WAITING_STORAGE_CALLS = 100;
/** Milliseconds between two checks of a bucket that was down at the start. */
export const STORAGE_POLL_MS = 30_000;

// Exports of tables as files.

/** Exports of a process that run at once; each has a connection of its own. */
export const MAX_CONCURRENT_EXPORTS = 2;
/** Milliseconds for which an export waits until its reader takes the next part. */
export const EXPORT_IDLE_MS = 60_000;
/** Milliseconds for a whole export; one administrator has one at a time. */
export const EXPORT_MAX_MS = 30 * 60_000;

// What enters by HTTP.

/** Bytes of a JSON body, where its route says no other number. */
export const MAX_JSON_BYTES = 64 * 1024;
/**
 * Bytes of a JSON body with a text of so many characters: each may stand there as two escapes of
 * six bytes.
 */
export const maxJsonBytes = (characters: number): number => MAX_JSON_BYTES + 12 * characters;
/** Depth of nested arrays and objects in a JSON body. */
export const MAX_JSON_DEPTH = 16;
/** Values of a JSON body, those inside others included. */
export const MAX_JSON_VALUES = 10_000;
/** Elements of one array, or keys of one object, of a JSON body; schemas allow fewer. */
export const MAX_JSON_ELEMENTS = 2_000;
/** Parts of a form, the end counted as one. */
export const MAX_FORM_PARTS = 32;
/** Bytes of a form beside its files: headers and boundaries of its parts. */
export const MAX_FORM_OVERHEAD_BYTES = 64 * 1024;
/**
 * Bytes and milliseconds for which a refused body is still read, so that its sender can read the
 * refusal.
 */
export const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;
export const DISCARD_MS = 10_000;
/** Bytes in memory of uploads that one process works on at the same time. */
export const MAX_UPLOAD_MEMORY_BYTES = 64 * 1024 * 1024;
/** Uploads that wait in files until those are done. */
export const MAX_WAITING_UPLOADS = 40;
/** Pictures that wait to be encoded. */
export const MAX_WAITING_PICTURES = 400;
/** Bytes of received forms in a process's files: of all users, and of one. */
export const MAX_FORMS_BYTES = 512 * 1024 * 1024;
export const MAX_FORMS_BYTES_PER_USER = 64 * 1024 * 1024;
/** Faults of a body or a query that an answer lists. */
export const MAX_FAULTS_NAMED = 20;
/**
 * Connections of a server, and of one address among them; a proxy's, and this machine's own, have
 * only the former.
 */
export const MAX_CONNECTIONS = 12_000;
export const MAX_CONNECTIONS_PER_ADDRESS = 400;
/** Connections of one address that have not yet sent the head of a request. */
export const MAX_SILENT_CONNECTIONS_PER_ADDRESS = 40;
/**
 * Calls of one address that are answered at the same time; a network of thousands may stand behind
 * one.
 */
export const MAX_CONCURRENT_CALLS_PER_ADDRESS = 200;
/** Bytes of a request's address and headers together. */
export const MAX_HEADER_BYTES = 16 * 1024;
/** Milliseconds for the head of a request, for all of it, and for a body that is no form. */
export const HEADER_TIMEOUT_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 180_000;
export const BODY_TIMEOUT_MS = 30_000;
/** Milliseconds for which a connection is kept after an answer: longer than proxies keep theirs. */
export const KEEP_ALIVE_MS = 65_000;
/**
 * Milliseconds after which a connection ends over which nothing goes, such as one whose reader
 * takes no more of the answer. nginx waits for less, and event streams have a beat in each 25 s.
 */
export const STALLED_CONNECTION_MS = 90_000;

/* The publisher and the renderer's thread. */

/** Bytes of a page's HTML; twenty replies of the largest size fit. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Bytes of pages that wait together to be written. */
export const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/**
 * Megabytes of the renderer's heap for what lives longer than a page; in a server, and where
 * nothing else is done.
 */
export const RENDERER_HEAP_MB = 256;
/** Connections of the server's thread for taking pages down. */
export const TAKEDOWN_CONNECTIONS = 2;
/** Milliseconds for which a takedown waits for running renderings before it ends them. */
export const TAKEDOWN_WAIT_MS = 4_000;
/**
 * Milliseconds without a sign of life after which the renderer's thread counts as hanging: while it
 * runs, and while it starts.
 */
export const RENDERER_TIMEOUT_MS = 15_000;
export const RENDERER_START_TIMEOUT_MS = 60_000;
/**
 * Requests that wait for pages without a file: of all readers, and of one address; and the pages
 * that are rendered together.
 */
export const MAX_WAITING_PAGES = 500;
export const MAX_WAITING_PAGES_PER_ADDRESS = 50;
export const MAX_PAGES_RENDERED_TOGETHER = 16;
/** Requests for such pages that the renderer handles at once. */
export const MAX_RENDER_REQUESTS = 2;
/** Milliseconds for which a reader waits for such a page. */
export const RENDER_WAIT_MS = 10_000;
/** Pages of forums that not everybody may read, for one person at once: rendered or being sent. */
export const MAX_PRIVATE_PAGES_PER_PERSON = 10;

// Mail.

/** Milliseconds for handing one letter over to the mail server. */
export const MAIL_SEND_MS = 60_000;

// Push messages.

/** Name look-ups of push services at once, and those that may wait; one of each person. */
export const MAX_CONCURRENT_PUSH_LOOKUPS = 2;
export const MAX_WAITING_PUSH_LOOKUPS = 200;
/** Milliseconds for one of them, all name servers and attempts together. */
export const PUSH_LOOKUP_MS = 3_000;
/** Milliseconds for all messages of one browser, the look-up included. */
export const PUSH_BROWSER_MS = 10_000;
/** People who are sent messages at once, in the lane of services that answer promptly. */
export const MAX_CONCURRENT_PUSH_PEOPLE = 20;
/** Milliseconds without an answer after which a push service counts as slow, and for how long. */
export const PUSH_SLOW_AFTER_MS = 2_000;
export const PUSH_SLOW_FOR_MS = 5 * 60_000;
/**
 * The lane of slow services: people served at once, one browser after the other, those who may
 * wait, the milliseconds for which they wait, and the milliseconds for all browsers of one person.
 */
export const MAX_CONCURRENT_SLOW_PUSHES = 5;
export const MAX_WAITING_SLOW_PUSHES = 100;
export const SLOW_PUSH_WAIT_MS = 30_000;
export const SLOW_PUSH_MS = 20_000;

// Processes: health, ends and restarts.
/** Milliseconds in which a part of the forum must answer to count as up. */
export const HEALTH_DEADLINE_MS = 2_000;
/** Milliseconds for which /api/health answers from its cache. */
export const HEALTH_CACHE_MS = 1_000;
/**
 * Milliseconds after its start for which a server that publishes isn't ready while the posts that
 * were pending then are missing from their pages.
 */
export const CATCH_UP_MS = 10_000;
/** Milliseconds that requests in flight have to finish when the server stops. */
export const REQUEST_DRAIN_MS = 20_000;
/**
 * Milliseconds after which the server exits, whatever still runs, after the DRAIN_SECONDS in which
 * it still takes requests.
 */
export const SERVER_STOP_MS = 24_000;

/** Seconds that somebody may take for logging in at the provider, or for a logout to its end. */
export const LOGIN_ATTEMPT_SECONDS = 15 * 60;
/** Seconds for which a login that ran out or was finished is known, to say so. */
export const LOGIN_ATTEMPT_KEPT_SECONDS = 86_400;
