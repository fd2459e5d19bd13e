import { createHash, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/harness/seeded-random.ts';
import { shake } from './keccak.ts';
import { verifyMlDsa44 } from './ml-dsa-44.ts';

const { publicKey, privateKey } = generateKeyPairSync('ml-dsa-44');
const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-1312));
const MESSAGE = Buffer.from('sello.example/log');
/** Offsets in a signature: of the hints' positions, and of the ends of their rows. */
const [HINTS_AT, ENDS_AT] = [2336, 2416];

test('SHAKE gives what OpenSSL gives, however it is taken', () => {
  for (const [bits, name] of [
    [128, 'shake128'],
    [256, 'shake256'],
  ] as const)
    for (const length of [0, 1, 135, 136, 167, 168, 300]) {
      const bytes = Buffer.alloc(length, 7);
      const next = shake(bits, bytes);
      const taken = Buffer.concat([next(1), next(200), next(300)]);
      expect(taken).toEqual(createHash(name, { outputLength: 501 }).update(bytes).digest());
    }
});

describe('a signature of OpenSSL', () => {
  test('holds for its message and key, and for no other', () => {
    for (let length = 0; length < 20; length += 1) {
      const message = randomBytes(length);
      const signature = sign(null, message, privateKey);
      expect(verifyMlDsa44(raw, message, signature)).toBe(true);
      expect(verifyMlDsa44(raw, Buffer.concat([message, Buffer.of(0)]), signature)).toBe(false);
    }
    const stranger = generateKeyPairSync('ml-dsa-44').privateKey;
    expect(verifyMlDsa44(raw, MESSAGE, sign(null, MESSAGE, stranger))).toBe(false);
  });

  test('of another length is refused, and so is another length of the key', () => {
    const signature = sign(null, MESSAGE, privateKey);
    expect(verifyMlDsa44(raw, MESSAGE, signature.subarray(1))).toBe(false);
    expect(verifyMlDsa44(raw, MESSAGE, Buffer.concat([signature, Buffer.of(0)]))).toBe(false);
    expect(verifyMlDsa44(raw.subarray(1), MESSAGE, signature)).toBe(false);
    expect(verifyMlDsa44(new Uint8Array(1312), MESSAGE, signature)).toBe(false);
  });

  test('is judged as OpenSSL judges it, wherever an octet of signature or key is changed', () => {
    const { seed, below } = seededRandom();
    const genuine = sign(null, MESSAGE, privateKey);
    for (let i = 0; i < 120; i += 1) {
      const signature = Buffer.from(genuine);
      // Most of a signature is z, so every second change is made in the hints.
      const at = i % 2 === 0 ? below(signature.length) : HINTS_AT + below(84);
      signature[at] = below(256);
      expect(verifyMlDsa44(raw, MESSAGE, signature), `octet ${at}, seed ${seed}`).toBe(
        verify(null, MESSAGE, publicKey, signature),
      );
    }
  });

  test('has one spelling of its hints', () => {
    let signature = sign(null, MESSAGE, privateKey);
    while ((signature[ENDS_AT] ?? 0) < 2) signature = sign(null, MESSAGE, privateKey);
    const changed = (change: (copy: Buffer) => void) => {
      const copy = Buffer.from(signature);
      change(copy);
      expect(copy.equals(signature)).toBe(false);
      return [verifyMlDsa44(raw, MESSAGE, copy), verify(null, MESSAGE, publicKey, copy)];
    };
    const first = signature[HINTS_AT] ?? 0;
    expect(
      changed((copy) => {
        copy[HINTS_AT] = copy[HINTS_AT + 1] ?? 0;
        copy[HINTS_AT + 1] = first;
      }),
    ).toEqual([false, false]);
    expect(changed((copy) => copy.fill(1, ENDS_AT - 1, ENDS_AT))).toEqual([false, false]);
    expect(changed((copy) => copy.fill(81, ENDS_AT + 3))).toEqual([false, false]);
    expect(changed((copy) => copy.fill(0, ENDS_AT + 3))).toEqual([false, false]);
  });
});
