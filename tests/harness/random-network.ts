import { randomInt } from 'node:crypto';

/** An address in a network from which no other call comes, because sign-ups are counted per network. */
export function randomNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
