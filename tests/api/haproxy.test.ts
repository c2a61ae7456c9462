import { expect, test } from 'vitest';
import { isHaproxyMissing, startHaproxy } from '../support/haproxy.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* haproxy in front of servers that are all away; rolling-restart.test.ts has ones that restart. */

test.skipIf(isHaproxyMissing())(
  '[R18] programs read a JSON error with Retry-After while no server behind haproxy answers',
  async () => {
    const { host } = await startHaproxy(temporaryFolder('haproxy'), []);
    const reply = await fetch(`http://${host}/api/v1/forum`);
    expect(reply.status).toBe(503);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.get('retry-after')).toBe('10');
    expect(await reply.json()).toMatchObject({ code: 503, err_code: 'unavailable' });
  },
);
