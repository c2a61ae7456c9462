import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/test-site.ts';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}

const root = join(import.meta.dirname, '../..');

test('[ops] the packages that the product runs with are listed as CycloneDX, with their hashes and without where they were fetched', async () => {
  const file = join(temporaryFolder('sbom'), 'sbom.json');
  expect((await runScript('sbom', ['--out', file])).code).toBe(0);
  const text = readFileSync(file, 'utf8');
  const list = JSON.parse(text) as {
    metadata: { component: { name: string; 'bom-ref': string } };
    components: Component[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  expect(list).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: expect.stringMatching(/^1\.\d$/),
    serialNumber: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
    version: 1,
    metadata: { component: { name: 'lantu-forum', type: 'application' } },
  });
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const names = new Set(list.components.map(({ name }) => name));
  expect(Object.keys(own.dependencies).filter((name) => !names.has(name))).toEqual([]);
  expect(names).not.toContain('vitest');
  // every reference is to a component of the list, which is named once
  const refs = list.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const known = new Set([...refs, list.metadata.component['bom-ref']]);
  expect(
    list.dependencies.flatMap(({ ref, dependsOn }) =>
      [ref, ...dependsOn].filter((one) => !known.has(one)),
    ),
  ).toEqual([]);
  let hashed = 0;
  for (const { purl, version, hashes } of list.components) {
    expect(purl).toMatch(/^pkg:npm\//);
    expect(version).toMatch(/^\d/);
    hashed += hashes?.some(({ content }) => /^[\da-f]{40,128}$/.test(content)) ? 1 : 0;
  }
  // all but what is in the package of another
  expect(hashed).toBeGreaterThan(list.components.length * 0.9);
  // no address but that of the format
  expect(text.match(/https?:\/\/[^/"]+/g)).toEqual(['http://cyclonedx.org']);
});
