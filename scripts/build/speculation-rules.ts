import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORDERS } from '#contracts/list-orders.ts';
import { ROOTS, SPECULATION_RULES_PATH } from '#contracts/paths.ts';

/** Published pages below the root of a site, by the patterns of their addresses. */
const PAGES = ['', '/forums', '/forum/*', '/post/*', '/user/*', '/about/*'];
const LISTS = ORDERS.map((order) => `/${order}{/*}?`);

/**
 * Which pages a browser prepares while a reader points at a link to them: those that are files, and
 * ask for nothing by being read. A link that sets a choice does so when it is used, and addresses
 * with a query are answered by redirects.
 */
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

/** Writes what pages name in their header Speculation-Rules. */
export const writeSpeculationRules = (clientFolder: string): void =>
  writeFileSync(join(clientFolder, SPECULATION_RULES_PATH), JSON.stringify(RULES));
