/// <reference types="astro/client" />

declare module 'virtual:inline-script-sources' {
  /** Inline scripts of this build and the previous one, as CSP sources. */
  const sources: string;
  export default sources;
}

/** The text of an inline script: scripts/build/inline-scripts.ts builds it. */
declare module '*?inline-script' {
  const script: string;
  export default script;
}

/** Undefined without Trusted Types. DOM types take a policy's objects as strings. */
declare var trustedTypes:
  | {
      createPolicy(
        name: typeof import('#contracts/trusted-types.ts').TRUSTED_TYPES_POLICIES[number],
        rules: { createHTML(text: string): string },
      ): { createHTML(text: string): string };
      createPolicy(
        name: typeof import('#contracts/trusted-types.ts').TRUSTED_TYPES_POLICIES[number],
        rules: { createScriptURL(): string },
      ): { createScriptURL(address: string): string };
    }
  | undefined;

interface Document {
  /** The page is prerendered and not shown; only some browsers do that. */
  readonly prerendering?: boolean;
}

declare namespace App {
  interface Locals {
    db: import('#db/client.ts').Db;
    /** Origin of the site, e.g. https://forum.example */
    site: string;
    brand: import('#contracts/brand.ts').Brand;
    timeZone: string;
    /** The page's metadata for the publisher: its tags. */
    renderResult: import('#publish/render/render-result.ts').RenderResult;
    /** The page is rendered for one reader with their access; it is never published. */
    mayReadRestricted?: boolean;
    /** Data that the publisher preloaded for many pages, by path. */
    preloaded?: Map<string, unknown>;
  }
}
