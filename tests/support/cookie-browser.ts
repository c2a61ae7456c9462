export interface PageReply {
  status: number;
  url: string;
  location: string | undefined;
  text: string;
  headers: Headers;
}

/** A browser without scripts: cookies by path, redirects, forms. */
export class CookieBrowser {
  readonly #origin: () => string;

  /** Each request calls `origin`: a test's server may not be listening yet. */
  constructor(origin: () => string) {
    this.#origin = origin;
  }

  readonly jar = new Map<string, { value: string; path: string; line: string }>();

  cookie(name: string): string | undefined {
    return [...this.jar].find(([key]) => key.startsWith(`${name};`))?.[1].value;
  }

  async open(
    address: string,
    init: { method?: string; headers?: Record<string, string>; body?: URLSearchParams } = {},
  ): Promise<PageReply> {
    const url = new URL(address, this.#origin());
    const cookies = [...this.jar].filter(
      ([, { path }]) =>
        url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
    );
    const cookie = cookies.map(([key, { value }]) => `${key.split(';')[0]}=${value}`).join('; ');
    const reply = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'text/html',
        ...(cookie ? { cookie } : {}),
        ...(init.method === undefined ? {} : { origin: this.#origin() }),
        ...init.headers,
      },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.jar.delete(`${name};${path}`);
      else this.jar.set(`${name};${path}`, { value: decodeURIComponent(value), path, line });
    }
    const location = reply.headers.get('location');
    return {
      status: reply.status,
      url: url.href,
      location: location ? new URL(location, url).href : undefined,
      text: await reply.text(),
      headers: reply.headers,
    };
  }

  /** Follows redirects on this site to a page, or to the first address that `until` matches. */
  async follow(
    address: string,
    until = 'nowhere',
    init: Parameters<CookieBrowser['open']>[1] = {},
  ): Promise<PageReply> {
    let reply = await this.open(address, init);
    for (
      let hops = 0;
      reply.location?.startsWith(this.#origin()) && !reply.location.includes(until) && hops < 12;
      hops++
    )
      reply = await this.open(reply.location);
    return reply;
  }

  /** Presses a button of the identity provider's page. */
  choose(page: PageReply, fields: Record<string, string>, until?: string): Promise<PageReply> {
    return this.follow(page.url, until, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async logIn(
    user: number,
    start = '/api/v1/login',
    returnUrl = '/zh/post/42',
  ): Promise<PageReply> {
    const site = this.#origin();
    const query = { return_url: site + returnUrl, redirect_url: `${site}${start}/callback` };
    const page = await this.follow(`${start}?${new URLSearchParams(query)}`);
    return page.url.includes('/sso/interaction/')
      ? this.choose(page, { user: String(user) })
      : page;
  }

  post(
    path: string,
    headers: Record<string, string> = { 'x-xsrf-token': this.cookie('XSRF-TOKEN') ?? '' },
  ): Promise<PageReply> {
    return this.open(path, { method: 'POST', headers });
  }

  async readLogin(): Promise<unknown> {
    return JSON.parse((await this.open('/api/v1/login/is_login')).text);
  }
}
