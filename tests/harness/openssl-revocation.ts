import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePem } from '../../proof/src/encoding/pem.ts';
import type { Keys } from './forge.ts';

// Revocation lists and OCSP answers made by OpenSSL's own authority.

type OpensslAuthority = {
  /** DER certificate and key of the issuer. */
  issuer: { der: Uint8Array; keys: Keys };
  /** Certificates that the authority knows about. */
  issued: readonly { serial: bigint; revoked?: { at: Date; reason?: string } }[];
};

export function opensslCrl(
  { issuer, issued }: OpensslAuthority,
  { thisUpdate, nextUpdate, extensions = '' }: { thisUpdate: Date; nextUpdate: Date; extensions?: string },
): Uint8Array {
  return inFolder((folder) => {
    writeIssuer(folder, issuer, issued);
    writeFileSync(
      join(folder, 'ca.cnf'),
      `[ca]\ndefault_ca=a\n[a]\ndatabase=${folder}/index.txt\ndefault_md=sha256\ncrlnumber=${folder}/number\ncrl_extensions=e\n[e]\nauthorityKeyIdentifier=keyid:always\n${extensions}\n`,
    );
    writeFileSync(join(folder, 'number'), '1000\n');
    openssl(folder, [
      ...['ca', '-gencrl', '-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert', 'ca.pem', '-out', 'crl.pem'],
      ...['-crl_lastupdate', generalized(thisUpdate), '-crl_nextupdate', generalized(nextUpdate)],
    ]);
    openssl(folder, ['crl', '-in', 'crl.pem', '-outform', 'DER', '-out', 'crl.der']);
    return new Uint8Array(readFileSync(join(folder, 'crl.der')));
  });
}

/** Answers an encoded request; OpenSSL dates its answers by the machine's clock. */
export function opensslOcsp(
  { issuer, issued }: OpensslAuthority,
  request: Uint8Array,
  {
    responder = issuer,
    validMinutes = 10,
    byKey = false,
  }: { responder?: OpensslAuthority['issuer']; validMinutes?: number; byKey?: boolean } = {},
): Uint8Array {
  return inFolder((folder) => {
    writeIssuer(folder, issuer, issued);
    writeFileSync(join(folder, 'responder.pem'), encodePem('CERTIFICATE', responder.der));
    writeFileSync(join(folder, 'responder.key'), keyPem(responder.keys));
    writeFileSync(join(folder, 'request.der'), request);
    openssl(folder, [
      ...[
        'ocsp',
        '-index',
        'index.txt',
        '-CA',
        'ca.pem',
        '-rsigner',
        'responder.pem',
        '-rkey',
        'responder.key',
      ],
      ...['-reqin', 'request.der', '-respout', 'answer.der', '-nmin', String(validMinutes)],
      ...(byKey ? ['-resp_key_id'] : []),
    ]);
    return new Uint8Array(readFileSync(join(folder, 'answer.der')));
  });
}

/** Runs OpenSSL on these bytes and returns its output. */
export function opensslReads(what: 'crl' | 'ocsp-request', der: Uint8Array): string {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'in.der'), der);
    const args =
      what === 'crl'
        ? ['crl', '-inform', 'DER', '-in', 'in.der', '-noout', '-text']
        : ['ocsp', '-reqin', 'in.der', '-req_text'];
    return openssl(folder, args);
  });
}

function writeIssuer(
  folder: string,
  issuer: OpensslAuthority['issuer'],
  issued: OpensslAuthority['issued'],
): void {
  writeFileSync(join(folder, 'ca.pem'), encodePem('CERTIFICATE', issuer.der));
  writeFileSync(join(folder, 'ca.key'), keyPem(issuer.keys));
  writeFileSync(join(folder, 'index.txt.attr'), 'unique_subject = no\n');
  const lines = issued.map(({ serial, revoked }) => {
    const hex = serial.toString(16).toUpperCase();
    const when =
      revoked &&
      `${generalized(revoked.at).slice(2)}${revoked.reason === undefined ? '' : `,${revoked.reason}`}`;
    return [
      revoked ? 'R' : 'V',
      '480101000000Z',
      when ?? '',
      hex.length % 2 ? `0${hex}` : hex,
      'unknown',
      `/CN=${hex}`,
    ];
  });
  writeFileSync(join(folder, 'index.txt'), lines.map((line) => `${line.join('\t')}\n`).join(''));
}

const keyPem = ({ privateKey }: Keys): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

const generalized = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`;

function openssl(cwd: string, args: readonly string[]): string {
  return execFileSync('openssl', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sello-openssl-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
