/* Types of service workers; the project's other scripts use the types of pages. */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The requesting page; '' for a navigation. */
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
