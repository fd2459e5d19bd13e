/** node:crypto alone: the signatures that no verifier and no authority can do without. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeTimestampResponse, parseSigningCertificate } from '../proof/src/index.ts';
import { serveLoop } from './crypto-loop.ts';
import { TOKEN_FILES } from './token-files.ts';

const [folder = '', operation] = process.argv.slice(2);

serveLoop(operation === 'verify' ? verifyBoth() : signOnce());

/** The token's signature by its signer, and the signer's certificate by the root. Keys are parsed beforehand. */
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
    if (!isSound) throw new Error('A signature does not hold');
  };
}

/** As many bytes as the signed attributes of a token have. */
function signOnce(): () => void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const attributes = Buffer.alloc(280, 0x31);
  return () => {
    sign('sha256', attributes, key);
  };
}
