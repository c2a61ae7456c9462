import { readCertificate } from '../../src/server/provider-certificate.ts';
import { ok, problem, type Result, skipped, warning } from './finding.ts';
import { MIN_CERTIFICATE_SECONDS } from './thresholds.ts';

const DAY_MS = 86_400_000;

/** Checks the certificate of an address; `whose` begins the sentence. */
export async function checkCertificate(whose: string, address: string): Promise<Result> {
  const seen = await readCertificate(address);
  if (!seen) return skipped(`${whose} does not use https.`);
  if (!seen.ends_at)
    return problem(
      `The certificate of ${seen.host} could not be read: ${seen.error}.`,
      'Check that the host responds on the port of its address.',
    );
  const leftMs = Date.parse(seen.ends_at) - Date.now();
  const day = seen.ends_at.slice(0, 10);
  if (leftMs <= 0)
    return problem(`The certificate of ${seen.host} expired on ${day}.`, 'Renew it now.');
  if (seen.error)
    return problem(
      `The certificate of ${seen.host} is not trusted by this machine: ${seen.error}.`,
      'Use a certificate of a public authority with its intermediate certificates, or set NODE_EXTRA_CA_CERTS for your own authority.',
    );
  const left = `expires on ${day}, in ${Math.floor(leftMs / DAY_MS)} days`;
  return leftMs < MIN_CERTIFICATE_SECONDS * 1_000
    ? warning(
        `The certificate of ${seen.host} ${left}.`,
        'Renew it, and check the automatic renewal.',
      )
    : ok(`The certificate of ${seen.host} ${left}.`);
}
