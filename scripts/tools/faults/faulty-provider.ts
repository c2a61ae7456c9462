import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { CookieBrowser, type PageReply } from '../../../tests/support/cookie-browser.ts';
import { createOtherProvider } from '../../../tests/support/other-provider.ts';
import { createCertificate } from '../../../tests/support/tls-server.ts';

/* An identity provider with TLS that can present a wrong certificate. */

export interface FaultyProvider {
  /** Settings for the forum. */
  settings: Record<string, string>;
  /** Presents its own certificate, or an untrusted one with another name. */
  show(whose: 'own' | 'wrong'): void;
  /** Logs a browser in with this provider; the forum's last response. */
  logIn(browser: CookieBrowser): Promise<PageReply>;
  stop(): void;
}

/** Longer than any run. */
const VALID_DAYS = 30;

export async function startFaultyProvider(folder: string): Promise<FaultyProvider> {
  const toContext = ({ key, certificate }: ReturnType<typeof createCertificate>) => ({
    key: readFileSync(key),
    cert: readFileSync(certificate),
  });
  const files = createCertificate(folder, 'localhost', VALID_DAYS);
  const own = toContext(files);
  const wrong = toContext(createCertificate(folder, 'somebody.example', VALID_DAYS));
  const { other, listener, moveTo } = createOtherProvider();
  const server = createServer(own, listener);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  moveTo(issuer);
  return {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'our-client',
      OIDC_CLIENT_SECRET: 'secret',
      NODE_EXTRA_CA_CERTS: files.certificate,
    },
    show(whose) {
      server.setSecureContext(whose === 'own' ? own : wrong);
      server.closeAllConnections();
    },
    async logIn(browser) {
      const loginResponse = await browser.open('/api/v1/login');
      if (loginResponse.status !== 302 || !loginResponse.location?.startsWith(issuer))
        return loginResponse;
      const asked = new URL(loginResponse.location).searchParams;
      other.nonce = asked.get('nonce') as string;
      return browser.open(`/api/v1/login/callback?code=c&state=${asked.get('state')}`);
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Internal error details that must not be shown at login. */
const TECHNICAL = /\n\s+at |fetch failed|certificate|CERT_|node_modules/;

/**
 * Presents a wrong certificate for some seconds. Sessions must persist, logins must show an
 * explanation and work as soon as the certificate is right again.
 */
export async function showWrongCertificate(
  provider: FaultyProvider,
  siteUrl: string,
  seconds: number,
  report: (problem: string) => void,
): Promise<void> {
  const newBrowser = () => new CookieBrowser(() => siteUrl);
  const member = newBrowser();
  await provider.logIn(member);
  if (!(await member.readLogin())) report('nobody could log in before');
  provider.show('wrong');
  try {
    const { status, text } = await provider.logIn(newBrowser());
    if (status !== 503 || !text.includes('</html>') || TECHNICAL.test(text))
      report(`a login was answered with ${status}: ${text.slice(0, 200)}`);
    await delay(seconds * 1_000);
    if (!(await member.readLogin())) report('who was logged in isn’t any more');
  } finally {
    provider.show('own');
  }
  const later = newBrowser();
  const { status } = await provider.logIn(later);
  if (!(await later.readLogin())) report(`nobody could log in afterwards: ${status}`);
}
