/// <reference types="astro/client" />

declare module 'virtual:inline-script-sources' {
  /** The inline scripts of this build and of the one before, as a policy names them. */
  const sources: string;
  export default sources;
}

/** The text of a script for pages: scripts/build/inline-scripts.ts builds it. */
declare module '*?inline-script' {
  const script: string;
  export default script;
}

/**
 * Browsers without Trusted Types take every text. What a policy makes is an object that they take
 * where the DOM's types say string.
 */
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
  /** The page is prepared and not shown; only some browsers do that. */
  readonly prerendering?: boolean;
}

declare namespace App {
  interface Locals {
    db: import('#db/client.ts').Db;
    /** Origin of the site, e.g. https://forum.example */
    site: string;
    /** The brand that pages show. */
    brand: import('#contracts/brand.ts').Brand;
    timeZone: string;
    /** Metadata of the page for the publisher: its tags. */
    renderResult: import('#publish/render/render-result.ts').RenderResult;
    /** The page is rendered for a reader with access of their own; it is never published. */
    mayReadRestricted?: boolean;
    /** Data that the publisher read for many pages at once, by path. */
    preloaded?: Map<string, unknown>;
  }
}
