import { expect, test } from 'vitest';
import { filesBelow, SERVER_FOLDERS, textOf } from './sources.ts';

/*
 * The server's modules that connect to other hosts, and the source of each address. A name that a
 * member chose must not use getaddrinfo: it occupies one of the process's four threads until the
 * DNS server answers.
 */

const JUDGED: Record<string, string> = {
  'src/auth/oidc/client.ts': 'the operator’s OIDC_ISSUER',
  'src/auth/oidc/discovery.ts': 'the operator’s OIDC_ISSUER',
  'src/auth/oidc/try-provider.ts': 'the operator’s OIDC_ISSUER',
  'src/captcha/yidun.ts': 'a constant',
  'src/domain/delivery/mail/transport.ts': 'the operator’s SMTP_URL',
  'src/domain/delivery/push/deliver-messages.ts': 'members’, looked up by look-up.ts',
  'src/domain/delivery/push/look-up.ts': 'members’, by a Resolver',
  'src/platform/bucket.ts': 'the operator’s buckets',
  'src/publish/files/cdn-client.ts': 'the operator’s CDN_URL',
};

const CALLS =
  /(?<![.\w])fetch\(|\b(?:https?\.request|requestHttps?|createTransport|ofetch|lookup)\(|\brequest(?: as \w+)? \} from 'node:https?'|from '(?:ofetch|openid-client|node:dns\/promises)'/;
const callsOthers = (text: string): boolean => CALLS.test(text);

test('[guard] each module that calls others is judged by whose address it calls', () => {
  const found = SERVER_FOLDERS.flatMap((folder) => filesBelow(`src/${folder}`))
    .filter((path) => /\.tsx?$/.test(path) && callsOthers(textOf(path)))
    .sort();
  expect(found).toEqual(Object.keys(JUDGED).sort());
});

test('[guard] a module that calls others is seen', () => {
  expect(callsOthers('const answer = await fetch(url);')).toBe(true);
  expect(callsOthers('const { lookup } = dns;\nlookup(name, done);')).toBe(true);
  expect(callsOthers('api.fetch(request);')).toBe(false);
});
