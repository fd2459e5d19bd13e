/** Bare node:crypto: the signature operations that every verifier and authority needs. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeTimestampResponse, parseSigningCertificate } from '../proof/src/index.ts';
import { serveLoop } from './crypto-loop.ts';
import { TOKEN_FILES } from './token-files.ts';

const [folder = '', operation] = process.argv.slice(2);

serveLoop(operation === 'verify' ? verifyBoth() : signOnce());

/** Verifies the token's signature and the signer's certificate. Keys are parsed in advance. */
function verifyBoth(): () => void {
  const { token } = decodeTimestampResponse(readFileSync(path.join(folder, TOKEN_FILES.tsr)));
  const [signature] = token?.signerInfos ?? [];
  const rootDer = readFileSync(path.join(folder, TOKEN_FILES.root));
  const signerDer = token?.certificates.find(({ der }) => !rootDer.equals(der))?.der;
  const signer = signerDer && parseSigningCertificate(signerDer);
  const root = parseSigningCertificate(rootDer);
  if (signature === undefined || signer === undefined || root === undefined) {
    throw new Error('The token cannot be read');
  }
  const keyOf = (spkiDer: Uint8Array) =>
    createPublicKey({ key: Buffer.from(spkiDer), format: 'der', type: 'spki' });
  const signerKey = keyOf(signer.spkiDer);
  const rootKey = keyOf(root.spkiDer);
  return () => {
    const isSound =
      verify('sha256', signature.signedAttributesDer, signerKey, signature.signature) &&
      verify('sha256', signer.tbs, rootKey, signer.signature);
    if (!isSound) throw new Error('A signature is not valid');
  };
}

/** Signs as many bytes as a token's signed attributes have. */
function signOnce(): () => void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const attributes = Buffer.alloc(280, 0x31);
  return () => {
    sign('sha256', attributes, key);
  };
}
