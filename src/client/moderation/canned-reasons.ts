import { type CannedReason, parseCannedReasons } from '#contracts/canned-reasons.ts';
import { call } from '../core/api.ts';

let loading: Promise<readonly CannedReason[]> | undefined;

/** Canned reasons (R34), loaded once per page; an empty list after a failure, then retried. */
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
