/*
 * What browsers give to a worker like this one; the project's other scripts run in pages, whose
 * types are others.
 */

interface ExtendableEvent extends Event {
  /** Keeps the worker alive until this is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The page that asks; '' when the request is for a page. */
  readonly clientId: string;
  respondWith(response: Promise<Response>): void;
}

interface WindowClient {
  readonly url: string;
}

interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    get(id: string): Promise<WindowClient | undefined>;
    matchAll(options: { type: 'window' }): Promise<readonly WindowClient[]>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

export const worker = self as unknown as WorkerScope;
