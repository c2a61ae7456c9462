import type { Db } from '#db/client.ts';
import type { Incident } from '#platform/incident.ts';
import type { Logger } from '#platform/log.ts';
import type { CdnClient } from '../files/cdn-client.ts';
import type { PageStore } from '../files/page-store.ts';
import type { PriorityGate } from './priority-gate.ts';
import type { Render } from './render-result.ts';

/** Dependencies of publishing, created once per publishing process. */
export interface Publisher {
  db: Db;
  /**
   * Connections held during rendering. Rendering also needs `db`: one pool for both could deadlock.
   */
  lockDb: Db;
  priorityGate: PriorityGate;
  pages: PageStore;
  /** Fingerprint of the templates. */
  buildFingerprint: string;
  render: Render;
  cdn: CdnClient | undefined;
  log: Logger;
  /** Tracks whether pages can be written. */
  storageIncident: Incident;
}

export interface PublishOutcome {
  path: string;
  /** 200, the page's own status (403, 404, 406), or 500 for a failure: the old file remains. */
  status: number;
  /** Whether the file was replaced; false if it is unchanged or removed. */
  changed: boolean;
  /** Rendered, but writing failed. */
  unwritten?: true;
}

export interface PublishOptions {
  /** `background`: no client waits for it. */
  priority?: 'urgent' | 'background';
  /** A reader waits for these pages: recent failures are retried at once. */
  isRequested?: boolean;
  /** Ends the work between two batches; the invalidations must remain then. */
  signal?: AbortSignal;
}
