import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSealed, sealSecret } from './seal-secret.ts';

const key = { id: 'k1', secret: randomBytes(32) };
const serverKeys = {
  current: async () => key,
  find: async (id: string) => (id === key.id ? key : undefined),
};
const ports = { serverKeys, randomBytes };

test('a sealed secret opens for its owner, and no two sealings look alike', async () => {
  const secret = randomBytes(20);
  const [one, other] = [await sealSecret(ports, 'ana', secret), await sealSecret(ports, 'ana', secret)];
  expect(one).not.toBe(other);
  expect(await openSealed(ports, 'ana', one)).toEqual(secret);
  expect(Buffer.from(one.split('.')[1]!, 'base64url').includes(secret)).toBe(false);
});

test('it does not open for others, after a change, or without the server’s key', async () => {
  const sealed = await sealSecret(ports, 'ana', randomBytes(20));
  await expect(openSealed(ports, 'eva', sealed)).rejects.toThrow();
  for (let i = 3; i < sealed.length; i += 7) {
    const changed = sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1);
    await expect(openSealed(ports, 'ana', changed)).rejects.toThrow();
  }
  await expect(openSealed(ports, 'ana', sealed.replace('k1', 'k2'))).rejects.toThrow('no longer exists');
});
