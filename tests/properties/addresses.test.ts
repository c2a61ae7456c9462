import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getCanonicalUrl, getReturnUrl, parseSiteUrl } from '#auth/oidc/return-url.ts';
import { LANGS } from '#contracts/language.ts';
import { ORDERS } from '#contracts/list-orders.ts';
import {
  AREAS,
  forumPath,
  pageOfFloor,
  parseId,
  parseListAddress,
  parsePage,
  parsePath,
  ROOTS,
  switchPath,
  threadPath,
  USER_TABS,
  userPath,
} from '#contracts/paths.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';

const SITES = [
  { SITE_URL: 'https://forum.example', loopback: false },
  { SITE_URL: 'http://localhost:4321', loopback: true },
] as const;

/** Parts of hostile addresses that look like this site's and lead elsewhere. */
const piece = fc.constantFrom(
  ...['https://', 'http://', 'HTTPS:', 'javascript:', 'data:text/html,', '//', '/', '\\', '/\\'],
  ...['@', ':', '.', '..', '%2f', '%5c', '%00', '%09', '\t', '\n', '\r', ' ', '\u00a0', '\u200b'],
  ...['\u3002', '？', '／', '#', '?', '&', 'ＡＰＩ', 'api', ';', '..;', 'user:pass'],
  ...['forum.example', 'forum.example.evil.example', 'evil.example', 'localhost'],
  ...['localhost:4321', '127.0.0.1:4321', '2130706433', '[::1]:4321'],
  ...['api/v1/login/logout', 'sso', 'admin/admin', 'zh/post/42'],
);
const anyAddress = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  anyText(4).map((text) => `/${text}`),
  fc.string({ unit: 'binary' }),
);

describe('[R17] an address to go back to', () => {
  test('is on this site and no call, for any input', () => {
    fc.assert(
      fc.property(anyAddress, fc.constantFrom(...SITES), (wanted, site) => {
        const address = getReturnUrl(wanted, site);
        const url = new URL(address);
        expect(url.origin).toBe(site.SITE_URL);
        expect(
          url.href === address ||
            `${url.origin}/` === `${address}/` ||
            address === `${site.SITE_URL}/`,
        ).toBe(true);
        expect(decodeURIComponent(url.pathname)).not.toMatch(/^\/+(api|sso|admin\/admin)(\/|$)/i);
        // A browser parses the address again, in a header, in a page, and as a path alone.
        expect(new URL(address.slice(site.SITE_URL.length) || '/', site.SITE_URL).origin).toBe(
          site.SITE_URL,
        );
        expect(address).not.toMatch(/[\s\\"<>]/);
      }),
      propertyRuns(3_000),
    );
  });

  test('is the page itself when it is one of this site', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ROOTS),
        fc.nat({ max: 999_999 }),
        fc.webQueryParameters({ size: 'small' }).map((query) => `q=${query}`),
        fc.constantFrom(...SITES),
        (root, id, query, site) => {
          const path = `${threadPath(root, id + 1)}?${query}`;
          expect(getReturnUrl(path, site)).toBe(new URL(path, site.SITE_URL).href);
          expect(parseSiteUrl(site.SITE_URL + path, site)?.href).toBe(
            new URL(path, site.SITE_URL).href,
          );
        },
      ),
      propertyRuns(300),
    );
  });

  test('said again is the same', () => {
    fc.assert(
      fc.property(anyAddress, fc.constantFrom(...SITES), (wanted, site) => {
        const once = getReturnUrl(wanted, site);
        expect(getReturnUrl(once, site)).toBe(once);
      }),
      propertyRuns(1_000),
    );
  });

  test('an alias of the site leads to the site', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('127.0.0.1', 'localhost', '[::1]', 'evil.example', '127.0.0.2'),
        fc.webPath(),
        (host, path) => {
          for (const site of SITES) {
            const alias = getCanonicalUrl(`http://${host}:4321${path}`, site);
            if (alias !== undefined) expect(new URL(alias).origin).toBe(site.SITE_URL);
          }
        },
      ),
      propertyRuns(200),
    );
  });
});

const list = fc.record({
  order: fc.constantFrom(...ORDERS),
  theme: fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined }),
  only: fc.option(fc.constantFrom(...LANGS), { nil: undefined }),
  page: fc.integer({ min: 1, max: 9_999_999 }),
});
const root = fc.constantFrom(...ROOTS);
const number = fc.integer({ min: 1, max: 999_999_999 });

describe('[R1] addresses of pages', () => {
  test('of lists are read as they were written', () => {
    fc.assert(
      fc.property(root, number, list, (at, forum, wanted) => {
        const path = forumPath(at, forum, wanted);
        const rest = parsePath(path)?.rest;
        expect(rest?.slice(0, 2)).toEqual(['forum', String(forum)]);
        expect(parseListAddress(rest?.slice(2).join('/'))).toEqual(wanted);
      }),
      propertyRuns(500),
    );
  });

  test('have one spelling: parsing and formatting returns the same', () => {
    const segment = fc.constantFrom(
      'latest',
      'newest',
      'hot',
      'digest',
      'theme-1',
      'theme-0',
      'theme-01',
      'only-zh',
      'only-fr',
      '1',
      '2',
      '02',
      '-1',
      '1e3',
      '',
      '٣',
      '9999999999',
      'x',
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
        const text = segments.join('/');
        const read = parseListAddress(text);
        if (read)
          expect(forumPath('zh', 1, read)).toBe(
            `/zh/forum/1${text.replace(/\/$/, '') && `/${text.replace(/\/$/, '')}`}`,
          );
      }),
      propertyRuns(1_000),
    );
  });

  test('of numbers and pages take one way only, and nothing that isn’t a number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          anyText(2),
          fc.integer().map(String),
          fc.double().map(String),
          fc.nat().map((n) => `0${n}`),
        ),
        (text) => {
          const id = parseId(text);
          if (id !== undefined)
            expect([String(id), Number.isSafeInteger(id), id > 0]).toEqual([text, true, true]);
          const page = parsePage(text);
          if (page !== undefined)
            expect(page === 1 ? text : String(page)).toBe(page === 1 ? '' : text);
        },
      ),
      propertyRuns(500),
    );
  });

  test('lead to the other language and the other site, and back', () => {
    fc.assert(
      fc.property(
        root,
        number,
        fc.constantFrom(...USER_TABS),
        fc.integer({ min: 1, max: 500 }),
        (at, user, tab, page) => {
          const path = userPath(at, user, tab, page);
          for (const area of AREAS)
            for (const lang of LANGS) {
              const there = switchPath(path, { area, lang }) as string;
              const from = parsePath(path);
              expect(parsePath(there)).toMatchObject({ area, lang, rest: from?.rest });
              expect(from && switchPath(there, from)).toBe(path);
            }
        },
      ),
      propertyRuns(200),
    );
  });

  test('any path is read or isn’t, without an error', () => {
    fc.assert(
      fc.property(anyAddress, (path) => {
        const parsed = parsePath(path);
        if (parsed) expect(ROOTS).toContain(parsed.root);
        switchPath(path, { area: 'phone' });
        parseListAddress(path);
      }),
      propertyRuns(500),
    );
  });

  test('each floor is on the page that holds it', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2_000_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        (floor, perPage) => {
          const page = pageOfFloor(floor, perPage);
          expect(page).toBeGreaterThanOrEqual(1);
          if (floor > 0)
            expect([(page - 1) * perPage < floor, floor <= page * perPage]).toEqual([true, true]);
        },
      ),
      propertyRuns(300),
    );
  });
});
