import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORDERS } from '#contracts/list-orders.ts';
import { ROOTS, SPECULATION_RULES_PATH } from '#contracts/paths.ts';

/** Published pages below the root of a site, by the patterns of their addresses. */
const PAGES = ['', '/forums', '/forum/*', '/post/*', '/user/*', '/about/*'];
const LISTS = ORDERS.map((order) => `/${order}{/*}?`);

/** Pages to prerender on hover: static files. Links that set a choice do so on click. */
const RULES = {
  prerender: [
    {
      eagerness: 'moderate',
      where: {
        and: [
          {
            href_matches: ROOTS.flatMap((root) =>
              [...PAGES, ...LISTS].map((page) => `/${root}${page}`),
            ),
          },
          { not: { href_matches: ['/*\\?(.+)', '/*.xml'] } },
          { not: { selector_matches: '[data-choice], [rel~="nofollow"]' } },
        ],
      },
    },
  ],
};

/** Writes the file that the header Speculation-Rules names. */
export const writeSpeculationRules = (clientFolder: string): void =>
  writeFileSync(join(clientFolder, SPECULATION_RULES_PATH), JSON.stringify(RULES));
