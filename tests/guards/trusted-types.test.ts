import { expect, test } from 'vitest';
import { TRUSTED_TYPES_POLICIES } from '#contracts/trusted-types.ts';
import { getAdminHeaders, getPageHeaders } from '../../src/server/headers.ts';
import { filesBelow, importsOf, isCode, textOf } from './sources.ts';

/* The few sinks from text to HTML or scripts, each with its file and reason. */

const BROWSER_CODE = ['src/islands', 'src/client', 'src/views'];

/** Sinks through which text becomes HTML or a script. */
const SINKS =
  /\b(?:(?:inner|outer)HTML\s*=(?!=)|dangerouslySetInnerHTML|insertAdjacentHTML|parseFromString|createContextualFragment|srcdoc\s*=|srcDoc=|document\.write|setHTMLUnsafe|parseHTMLUnsafe|eval\(|new Function|new (?:Shared)?Worker\(|serviceWorker\s*\?*\.?register|script\.(?:src|text)\s*=|createPolicy\()/g;

/** The allowed sinks of each file. */
const ALLOWED: Record<string, string[]> = {
  // output of the sanitizer
  'src/islands/components/UserHtml.tsx': ['dangerouslySetInnerHTML'],
  // published pages: HTML that was sanitized when posted, and our own texts
  'src/views/parts/Prose.tsx': ['dangerouslySetInnerHTML'],
  'src/views/parts/ReplyList.tsx': ['dangerouslySetInnerHTML'],
  'src/views/parts/ThreadRows.tsx': ['dangerouslySetInnerHTML'],
  'src/views/about/AboutText.tsx': ['dangerouslySetInnerHTML'],
  'src/views/layouts/InlineStyle.tsx': ['dangerouslySetInnerHTML'],
  // a document that is never shown
  'src/client/core/trusted-types.ts': ['createPolicy(', 'parseFromString'],
  // constant addresses
  'src/client/account/push.ts': ['createPolicy(', 'serviceWorker.register'],
  'src/client/outbox/store-in-outbox.ts': ['createPolicy(', 'serviceWorker.register'],
  'src/client/composer/shrink-picture.ts': ['createPolicy(', 'newWorker('],
  'src/views/phone/infinite-scroll.ts': ['createPolicy(', 'serviceWorker?.register'],
  // a third-party captcha, which the policy lets use text
  'src/client/captcha/load-from-servers.ts': ['script.src='],
};

const browserFiles = () =>
  BROWSER_CODE.flatMap((folder) => filesBelow(folder)).filter((path) => /\.tsx?$/.test(path));

test('[guard] a text becomes HTML or a script in a few files alone', () => {
  const found = browserFiles().flatMap((path) => {
    const used = new Set(
      [...textOf(path).matchAll(SINKS)].map(([sink]) => sink.replace(/\s+/g, '')),
    );
    return used.size > 0 ? [[path, [...used].sort()]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(ALLOWED);
});

test('[guard] every such way is seen', () => {
  for (const text of [
    'body.innerHTML = html',
    'around.outerHTML=html',
    'box.insertAdjacentHTML("beforeend", html)',
    'range.createContextualFragment(html)',
    'navigator.serviceWorker.register(path)',
    'new Worker(path)',
    'script.text = code',
  ])
    expect([text, new RegExp(SINKS).test(text)]).toEqual([text, true]);
  expect(new RegExp(SINKS).test('if (paragraph.innerHTML === "") return;')).toBe(false);
});

test('[guard] the policies that the browser’s code makes are those that pages, nginx and Caddy name', () => {
  const made = browserFiles().flatMap((path) =>
    [...textOf(path).matchAll(/createPolicy\('([^']+)'/g)].map(([, name]) => name),
  );
  const libraries = ['dompurify', 'ProseMirrorClipboard'];
  expect([...made, ...libraries].sort()).toEqual([...TRUSTED_TYPES_POLICIES].sort());
  const named = `require-trusted-types-for 'script'; trusted-types ${TRUSTED_TYPES_POLICIES.join(' ')}`;
  expect(getAdminHeaders(undefined)['content-security-policy']).toContain(named);
  const pages = getPageHeaders({ CAPTCHA_PROVIDER: 'builtin', CAPTCHA_SERVERS: undefined });
  expect(pages['content-security-policy']).toContain(named);
  expect(textOf('scripts/deploy/nginx.conf')).toContain(named);
  expect(textOf('scripts/deploy/Caddyfile')).toContain(named);
});

test('[guard] browsers load no schemas: they try to make functions of texts', () => {
  const loading = browserFiles()
    .filter(isCode)
    .flatMap((path) =>
      importsOf(path)
        .filter(
          ({ specifier, typeOnly }) => /^#contracts\/(wire|calls)\//.test(specifier) && !typeOnly,
        )
        .map(({ line, specifier }) => `${path}:${line}: ${specifier}`),
    );
  expect(loading).toEqual([]);
});
