import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import type { Area } from '../../src/contracts/paths.ts';
import { SITE_PAGES, type SitePage } from '../../src/pages/_site-pages.ts';

const routePrefix = (area: Area): string => (area === 'phone' ? '/phone/[lang]' : '/[lang]');

const layouts: Record<Area, string> = { desktop: 'DesktopLayout', phone: 'PhoneLayout' };

/**
 * The page that Astro opens for a view: it loads what the address names, and puts what the view
 * makes of it into the document of its site.
 */
const entrySource = ({ view, loader: [file, name], scripts }: SitePage, area: Area): string => `---
import Layout from '#views/layouts/${layouts[area]}.astro';
import { ${view} } from '#views/${area}/${view}.tsx';
import { ${name} } from '#pages/_loaders/${file}.ts';

const loaded = await ${name}(Astro, '${area}');
if (loaded instanceof Response) return loaded;
const view = await ${view}(loaded);
---

<Layout place={loaded} {view} />
${scripts?.[area] ? `\n<script>\n  import '#views/${scripts[area]}';\n</script>\n` : ''}`;

/** Writes a file unless it says the same already: the development server watches these. */
function writeIfChanged(file: URL, content: string): void {
  try {
    if (readFileSync(file, 'utf8') === content) return;
  } catch {
    // it isn't there yet
  }
  writeFileSync(file, content);
}

/** Gives Astro the routes of src/pages/_site-pages.ts, for each site its own. */
export const siteRoutes = (): AstroIntegration => ({
  name: 'forum-site-routes',
  hooks: {
    'astro:config:setup'({ createCodegenDir, injectRoute }) {
      const folder = createCodegenDir();
      for (const page of SITE_PAGES) {
        for (const area of page.areas) {
          mkdirSync(new URL(`${area}/`, folder), { recursive: true });
          const entrypoint = new URL(`${area}/${page.view}.astro`, folder);
          writeIfChanged(entrypoint, entrySource(page, area));
          for (const route of page.routes)
            injectRoute({ pattern: `${routePrefix(area)}/${route}`, entrypoint });
        }
      }
    },
  },
});
