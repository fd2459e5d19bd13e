/** A time-stamping authority that consists only of `openssl ts`, with the digests and keys that a test names. */

import { readFile } from 'node:fs/promises';
import type { Workbench } from './workbench.ts';

type OpensslAuthorityOrder = {
  /** Options of `openssl genpkey` for every key. */
  key: readonly string[];
  /** The digest for certificates, signed attributes, and the signer's certificate in them: `sha384`. */
  digest: string;
};

/** Makes `root.pem`, `unit.pem` and `ts.cnf` in the folder of the workbench. */
export async function makeOpensslAuthority(
  bench: Workbench,
  { key, digest }: OpensslAuthorityOrder,
): Promise<void> {
  await bench.write('extensions.cnf', EXTENSIONS);
  await bench.write('ts.cnf', config(digest));
  await bench.write('serial', '01\n');
  for (const name of ['root', 'unit']) await must(bench, 'genpkey', ...key, '-out', `${name}.key`);
  const signed = [`-${digest}`, '-days', '3650', '-extfile', 'extensions.cnf'];
  const request = (name: string) => ['req', '-new', '-key', `${name}.key`, '-subj', `/CN=OpenSSL ${name}`];
  await must(bench, ...request('root'), '-out', 'root.csr');
  await must(bench, ...request('unit'), '-out', 'unit.csr');
  await must(
    bench,
    ...['x509', '-req', '-in', 'root.csr', '-signkey', 'root.key', '-out', 'root.pem', '-extensions', 'root'],
    ...signed,
  );
  await must(
    bench,
    ...['x509', '-req', '-in', 'unit.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', '2'],
    ...['-out', 'unit.pem', '-extensions', 'unit', ...signed],
  );
}

/** The response over a file of the workbench; `imprint` names the digest algorithm. */
export async function opensslStamp(bench: Workbench, file: string, imprint: string): Promise<Uint8Array> {
  await must(bench, 'ts', '-query', '-data', file, `-${imprint}`, '-cert', '-out', 'query.tsq');
  await must(
    bench,
    ...['ts', '-reply', '-config', 'ts.cnf', '-section', 'authority', '-queryfile', 'query.tsq'],
    ...['-signer', 'unit.pem', '-inkey', 'unit.key', '-out', 'reply.tsr'],
  );
  return new Uint8Array(await readFile(bench.path('reply.tsr')));
}

async function must(bench: Workbench, ...args: string[]): Promise<void> {
  const { code, output } = await bench.openssl(...args);
  if (code !== 0) throw new Error(`openssl ${args.join(' ')}: ${output}`);
}

const EXTENSIONS = `[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[unit]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
`;

const config = (digest: string) => `[authority]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
signer_digest = ${digest}
ess_cert_id_alg = ${digest}
accuracy = secs:1
`;
