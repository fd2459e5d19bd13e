import { randomInt } from 'node:crypto';

/** An address of a network that nothing else comes from: sign-ups are counted per network. */
export function randomNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
