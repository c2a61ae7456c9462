import type { Db } from '#db/client.ts';
import type { Incident } from '#platform/incident.ts';
import type { Logger } from '#platform/log.ts';
import type { CdnClient } from '../files/cdn-client.ts';
import type { PriorityGate } from '../outbox/priority-gate.ts';
import type { Render } from './render-result.ts';

/** Dependencies of publishing, created once by the process that publishes. */
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
  /** The fingerprint of the templates. */
  buildFingerprint: string;
  render: Render;
  /** A cache in front of the site. */
  cdn: CdnClient | undefined;
  log: Logger;
  /** Whether pages can be written. */
  storageIncident: Incident;
}

export interface PublishOutcome {
  path: string;
  /**
   * 200, the page's own status (403, 404, 406), or 500 when it couldn't be rendered: then the
   * former file stays.
   */
  status: number;
  /** Whether the file was replaced; false when it is unchanged or removed. */
  changed: boolean;
  /** It was rendered and could not be written. */
  unwritten?: true;
}

export interface PublishOptions {
  /** `background`: nobody waits for it. */
  priority?: 'urgent' | 'background';
  /** A reader waits for these pages: those that failed lately are tried at once. */
  isRequested?: boolean;
  /** Ends the work between two batches; the invalidations must stay then. */
  signal?: AbortSignal;
}
