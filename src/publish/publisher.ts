import type { Db } from '#db/client.ts';
import type { Logger } from '#platform/log.ts';
import type { PurgeCdn } from './cdn-purge.ts';
import type { Incident } from './incident.ts';
import type { PriorityGate } from './priority-gate.ts';
import type { Render } from './render-result.ts';

/** What publishing needs; made once by the process that publishes. */
export interface Publisher {
  db: Db;
  /**
   * Connections that are held while pages are rendered: for locks, and for the transaction that
   * deletes invalidations when their pages are written. Rendering needs connections of `db`
   * meanwhile. With one pool for both, a few pages at once could wait for each other forever.
   */
  lockDb: Db;
  priorityGate: PriorityGate;
  siteDir: string;
  /** Fingerprint of the templates. */
  buildFingerprint: string;
  render: Render;
  purgeCdn: PurgeCdn;
  log: Logger;
  /** Whether pages can be written. */
  storageIncident: Incident;
}

export interface PublishOutcome {
  path: string;
  /**
   * 200, what the page says of itself (403, 404, 406), or 500 when it couldn't be made: then what
   * stood there stands.
   */
  status: number;
  /** Whether the file was replaced; false when it had nothing new, or is not there. */
  changed: boolean;
  /** It was made and could not be written. */
  unwritten?: true;
}

export interface PublishOptions {
  /** `background`: nobody waits for it. */
  priority?: 'urgent' | 'background';
  /** Somebody asks for these very pages: those that failed lately are tried at once. */
  isRequested?: boolean;
  /** Ends it between two batches; what ordered the pages must stay then. */
  signal?: AbortSignal;
}
