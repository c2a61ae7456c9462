import { type CannedReason, parseCannedReasons } from '#contracts/canned-reasons.ts';
import { call } from '../core/api.ts';

let loading: Promise<readonly CannedReason[]> | undefined;

/**
 * The canned reasons of moderators (R34), loaded once for a page. A failed load gives an empty
 * list, because a reason can be typed, and the next call tries again.
 */
export function loadCannedReasons(): Promise<readonly CannedReason[]> {
  loading ??= call('GET /v2/public/config/{name}', {
    params: { name: 'reasons' },
    quiet: true,
  }).then(
    ({ value }) => parseCannedReasons(JSON.parse(value)),
    () => {
      loading = undefined;
      return [];
    },
  );
  return loading;
}
