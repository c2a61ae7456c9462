import { readCertificate } from '../../src/server/provider-certificate.ts';
import { ok, problem, type Result, skipped, warning } from './finding.ts';
import { MIN_CERTIFICATE_SECONDS } from './thresholds.ts';

const DAY_MS = 86_400_000;

/** Checks the certificate of an address; `whose` begins the sentence. */
export async function checkCertificate(whose: string, address: string): Promise<Result> {
  const seen = await readCertificate(address);
  if (!seen) return skipped(`${whose} is not reached by https.`);
  if (!seen.ends_at)
    return problem(
      `The certificate of ${seen.host} could not be seen: ${seen.error}.`,
      'See whether the host answers, and on the port of its address.',
    );
  const leftMs = Date.parse(seen.ends_at) - Date.now();
  const day = seen.ends_at.slice(0, 10);
  if (leftMs <= 0)
    return problem(`The certificate of ${seen.host} ended on ${day}.`, 'Renew it now.');
  if (seen.error)
    return problem(
      `The certificate of ${seen.host} is not one that this machine trusts: ${seen.error}.`,
      'Have a known authority sign it, send the certificates in between with it, or name your own authority in NODE_EXTRA_CA_CERTS.',
    );
  const left = `ends on ${day}, in ${Math.floor(leftMs / DAY_MS)} days`;
  return leftMs < MIN_CERTIFICATE_SECONDS * 1_000
    ? warning(
        `The certificate of ${seen.host} ${left}.`,
        'Renew it, and look at what should have done so by itself.',
      )
    : ok(`The certificate of ${seen.host} ${left}.`);
}
