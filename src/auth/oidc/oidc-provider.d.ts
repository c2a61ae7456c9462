/* The package has no types; these are the parts that builtin-provider.ts uses. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Grant {
    jti: string;
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Session {
    accountId?: string;
    state?: { postLogoutRedirectUri?: string; state?: string };
    grantIdFor(clientId: string): string | undefined;
    destroy(): Promise<void>;
  }

  export interface Interaction {
    uid: string;
    prompt: { name: string };
    params: Record<string, unknown>;
  }

  export interface KoaContext {
    req: IncomingMessage;
    res: ServerResponse;
    status: number;
    type: string;
    body: unknown;
    redirect(url: string): void;
    cookies: { set(name: string, value: string | null, options?: object): void };
    oidc: {
      route?: string;
      session?: Session;
      client?: { clientId: string };
      params?: Record<string, string | undefined>;
      result?: { consent?: { grantId?: string } };
      entities: { IdTokenHint?: { payload: { sub?: string } } };
      provider: Provider;
    };
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    Grant: {
      new (properties: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    cookieName(type: 'session' | 'interaction' | 'resume'): string;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    use(middleware: (ctx: KoaContext, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (...args: never[]) => void): this;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** Stores sessions and logins in memory, up to a limit. */
  export function createMemoryAdapter(): (model: string) => unknown;
}
