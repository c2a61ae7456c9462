import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* `npm run sbom`: the product's packages, as CycloneDX. */

interface Component {
  'bom-ref': string;
  name: string;
  group?: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}
interface Bom {
  metadata: { component: { name: string; 'bom-ref': string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
interface LockedPackage {
  version?: string;
  dev?: boolean;
  inBundle?: boolean;
  integrity?: string;
}

const file = join(temporaryFolder('sbom'), 'sbom.json');
expect((await runScript('sbom', ['--out', file])).code).toBe(0);
const text = readFileSync(file, 'utf8');
const bom = JSON.parse(text) as Bom;

const lockFile = join(import.meta.dirname, '../../package-lock.json');
const locked = Object.entries(
  (JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, LockedPackage> })
    .packages,
).filter(([path, { dev }]) => path !== '' && !dev);
const nameOf = (path: string) => path.split('node_modules/').at(-1);
const distinct = (values: string[]) => [...new Set(values)].sort();

test('[ops] the list of packages is CycloneDX of this product', () => {
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: expect.stringMatching(/^1\.\d$/),
    serialNumber: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
    version: 1,
    metadata: { component: { name: 'lantu-forum', type: 'application' } },
  });
});

test('[ops] the list has each package that the product runs with, in its version, and no other', () => {
  expect(
    distinct(
      bom.components.map(
        ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`,
      ),
    ),
  ).toEqual(distinct(locked.map(([path, { version }]) => `${nameOf(path)}@${version}`)));
});

test('[ops] the list has the hash of each package that is fetched', () => {
  const integrities = locked.flatMap(([, { integrity }]) => integrity ?? []);
  const hashes = bom.components.flatMap((component) =>
    (component.hashes ?? []).map(({ content }) => content),
  );
  const toHex = (integrity: string) =>
    Buffer.from(integrity.split('-')[1] ?? '', 'base64').toString('hex');
  expect(distinct(hashes)).toEqual(distinct(integrities.map(toHex)));
});

test('[ops] each reference of the list is to a component in it', () => {
  const refs = bom.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const known = new Set([...refs, bom.metadata.component['bom-ref']]);
  expect(
    bom.dependencies.flatMap(({ ref, dependsOn }) =>
      [ref, ...dependsOn].filter((one) => !known.has(one)),
    ),
  ).toEqual([]);
});

test('[ops] the list names no address but that of its format', () => {
  expect(text.match(/https?:\/\/[^/"]+/g)).toEqual(['http://cyclonedx.org']);
});
