/**
 * The statement of where a release comes from: in-toto Statement v1 with the predicate SLSA provenance v1. It has no time of
 * its own, so that the same commit gives the same bytes.
 */

import type { Source } from './checkout.ts';
import { run } from './programs.ts';

type Made = {
  subjects: readonly { file: string; hash: string }[];
  /** SHA-256 of package-lock.json, which has a hash of every dependency. */
  lock: string;
  builder: string | undefined;
};

/** docs/releases.md describes this kind of build. */
const BUILD_TYPE = 'urn:sello:release-build:1';
const UNNAMED_BUILDER = 'urn:sello:builder:unnamed';

export function makeProvenance({ tree, version, commit }: Source, { subjects, lock, builder }: Made) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(({ file, hash }) => ({ name: file, digest: { sha256: hash } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { command: 'npm run release', version },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lock } },
        ],
      },
      runDetails: {
        builder: { id: builder ?? UNNAMED_BUILDER, version: toolVersions(tree) },
      },
    },
  };
}

/** The version of Node is that of the lock file. */
function toolVersions(tree: string): Record<string, string> {
  const firstLine = (program: string) =>
    run(program, ['--version'], { cwd: tree }).toString().split('\n')[0] ?? '';
  return {
    node: firstLine('node_modules/.bin/node'),
    npm: firstLine('npm'),
    tar: firstLine('tar'),
    gzip: firstLine('gzip'),
  };
}
