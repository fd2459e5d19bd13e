/** The files of a release: archive, packages, bill of materials, provenance and their hashes. */

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  COMMIT_FILE,
  CONTENTS_FILE,
  isReleased,
  listContents,
  PAGES,
  sha256,
} from '../../server/src/cli/shared/release-contents.ts';
import { builtPages } from '../../server/src/cli/shared/version.ts';
import { makeSbom } from '../sbom.ts';
import type { Source } from './checkout.ts';
import { run } from './programs.ts';
import { makeProvenance } from './provenance.ts';

/** In `source.tree` the dependencies are installed and the pages built. `out` is an empty folder. */
export function writeRelease(source: Source, out: string, builder: string | undefined): void {
  const { tree, version } = source;
  const name = `sello-${version}`;
  writeArchive(source, path.join(out, `${name}.tar.gz`));
  copyClients(source, out);
  const lock = readFileSync(path.join(tree, 'package-lock.json'));
  writeFileSync(path.join(out, `${name}.cdx.json`), asText(makeSbom(JSON.parse(lock.toString()))));
  const provenance = makeProvenance(source, { subjects: hashes(out), lock: sha256(lock), builder });
  writeFileSync(path.join(out, `${name}.provenance.json`), asText(provenance));
  const sums = hashes(out).map(({ file, hash }) => `${hash}  ${file}\n`);
  writeFileSync(path.join(out, 'SHA256SUMS'), sums.join(''));
}

function writeArchive({ tree, files, version, commit, committedAt }: Source, target: string): void {
  const released = [...files.filter(isReleased), ...builtPages(tree)];
  writeFileSync(path.join(tree, CONTENTS_FILE), listContents(tree, released, commit));
  writeFileSync(path.join(tree, COMMIT_FILE), `${commit}\n`);
  pack([...released, CONTENTS_FILE, COMMIT_FILE], {
    from: tree,
    under: `sello-${version}`,
    committedAt,
    target,
  });
}

/**
 * Copies the client packages that were packed with the pages, so that a server's `/sdk` and the release have the same
 * bytes.
 */
function copyClients({ tree }: Source, out: string): void {
  const folder = path.join(tree, PAGES, 'clients');
  for (const name of readdirSync(folder)) copyFileSync(path.join(folder, name), path.join(out, name));
}

type Packing = { from: string; under: string; committedAt: number; target: string };

/** GNU tar and gzip: unlike Node's zlib, gzip makes the same bytes on every processor. */
function pack(files: readonly string[], { from, under, committedAt, target }: Packing): void {
  const sameEverywhere = [
    ...['--format=gnu', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
    ...[`--mtime=@${committedAt}`, '--no-recursion', `--transform=s,^,${under}/,`],
  ];
  const names = Buffer.from([...files].sort().join('\0'));
  const list = ['--null', '--verbatim-files-from', '--files-from=-'];
  const tar = run('tar', ['-c', '-f', '-', ...sameEverywhere, ...list], { cwd: from, input: names });
  writeFileSync(target, run('gzip', ['-n', '-9'], { cwd: from, input: tar }));
}

function hashes(folder: string): { file: string; hash: string }[] {
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, hash: sha256(readFileSync(path.join(folder, file))) }));
}

function asText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
