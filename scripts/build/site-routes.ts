import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import type { Area } from '../../src/contracts/paths.ts';
import { SITE_PAGES, type SitePage } from '../../src/pages/_site-pages.ts';

const routePrefix = (area: Area): string => (area === 'phone' ? '/phone/[lang]' : '/[lang]');

const layouts: Record<Area, string> = { desktop: 'DesktopLayout', phone: 'PhoneLayout' };

/** Source of a page's Astro entry: runs the loader, and renders the view into a document. */
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

/** Writes a file only if it differs: the development server watches these. */
function writeIfChanged(file: URL, content: string): void {
  try {
    if (readFileSync(file, 'utf8') === content) return;
  } catch {
    // doesn't exist yet
  }
  writeFileSync(file, content);
}

/** Gives Astro the routes of src/pages/_site-pages.ts, for each site. */
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
