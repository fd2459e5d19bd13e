/**
 * Keccak-256 with the original padding, as Ethereum uses it (SHA3-256 pads differently and gives other values), and
 * SHAKE of FIPS 202. Not available in every runtime, hence written here. 64-bit lanes are kept as two 32-bit halves.
 */

const ROUNDS = 24;
const LANES = 25;
const KECCAK_PADDING = 0x01;
const SHAKE_PADDING = 0x1f;
const KECCAK_256_RATE = 136;
const SHAKE_RATES = { 128: 168, 256: 136 } as const;

export function keccak256(bytes: Uint8Array): Uint8Array {
  return output(absorb(KECCAK_256_RATE, KECCAK_PADDING, bytes), 32);
}

/** Returns a function that gives the next octets of SHAKE128 or SHAKE256, as many as each call asks for. */
export function shake(bits: 128 | 256, bytes: Uint8Array): (length: number) => Uint8Array {
  const rate = SHAKE_RATES[bits];
  const state = absorb(rate, SHAKE_PADDING, bytes);
  let block = output(state, rate);
  let used = 0;
  return (length) => {
    const taken = new Uint8Array(length);
    for (let i = 0; i < length; i += 1) {
      if (used === rate) {
        permute(state);
        block = output(state, rate);
        used = 0;
      }
      taken[i] = block[used] ?? 0;
      used += 1;
    }
    return taken;
  };
}

function absorb(rate: number, padding: number, bytes: Uint8Array): Uint32Array {
  const state = new Uint32Array(2 * LANES);
  const padded = new Uint8Array((Math.floor(bytes.length / rate) + 1) * rate);
  padded.set(bytes);
  padded[bytes.length] = padding;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const words = new DataView(padded.buffer);
  for (let offset = 0; offset < padded.length; offset += rate) {
    for (let i = 0; i < rate / 4; i += 1) {
      state[i] = (state[i] ?? 0) ^ words.getUint32(offset + 4 * i, true);
    }
    permute(state);
  }
  return state;
}

function output(state: Uint32Array, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < length / 4; i += 1) view.setUint32(4 * i, state[i] ?? 0, true);
  return bytes;
}

/** Round constants from the shift register of the Keccak reference, §1.2; low half, then high half. */
const ROUND_CONSTANTS = deriveRoundConstants();

/** Steps rho and pi: target and rotation of each lane, along the single cycle of 24 lanes. */
const { TARGETS, TURNS } = deriveLaneCycle();

function deriveRoundConstants(): Uint32Array {
  const constants = new Uint32Array(2 * ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let j = 0; j < 7; j += 1) {
      register = ((register << 1) ^ ((register >> 7) * 0x71)) & 0xff;
      const bit = 2 ** j - 1;
      const half = 2 * round + (bit >= 32 ? 1 : 0);
      if ((register & 2) !== 0) constants[half] = (constants[half] ?? 0) ^ (1 << (bit % 32));
    }
  }
  return constants;
}

function deriveLaneCycle(): { TARGETS: readonly number[]; TURNS: readonly number[] } {
  const targets: number[] = [];
  const turns: number[] = [];
  let [x, y] = [1, 0];
  for (let step = 0; step < LANES - 1; step += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    targets.push(2 * (x + 5 * y));
    turns.push((((step + 1) * (step + 2)) / 2) % 64);
  }
  return { TARGETS: targets, TURNS: turns };
}

function permute(state: Uint32Array): void {
  const columns = new Uint32Array(10);
  for (let round = 0; round < ROUNDS; round += 1) {
    theta(state, columns);
    rhoAndPi(state);
    chi(state, columns);
    state[0] = at(state, 0) ^ at(ROUND_CONSTANTS, 2 * round);
    state[1] = at(state, 1) ^ at(ROUND_CONSTANTS, 2 * round + 1);
  }
}

function theta(state: Uint32Array, columns: Uint32Array): void {
  for (let i = 0; i < 10; i += 1) {
    columns[i] = at(state, i) ^ at(state, i + 10) ^ at(state, i + 20) ^ at(state, i + 30) ^ at(state, i + 40);
  }
  for (let x = 0; x < 10; x += 2) {
    const before = (x + 8) % 10;
    const after = (x + 2) % 10;
    const low = at(columns, before) ^ ((at(columns, after) << 1) | (at(columns, after + 1) >>> 31));
    const high = at(columns, before + 1) ^ ((at(columns, after + 1) << 1) | (at(columns, after) >>> 31));
    for (let y = 0; y < 50; y += 10) {
      state[x + y] = at(state, x + y) ^ low;
      state[x + y + 1] = at(state, x + y + 1) ^ high;
    }
  }
}

function rhoAndPi(state: Uint32Array): void {
  let low = at(state, 2);
  let high = at(state, 3);
  for (let step = 0; step < LANES - 1; step += 1) {
    const target = TARGETS[step] ?? 0;
    const turn = TURNS[step] ?? 0;
    const nextLow = at(state, target);
    const nextHigh = at(state, target + 1);
    const bits = turn & 31;
    // A rotation by 32 or more first swaps the halves. No rotation is a multiple of 32, so no shift below is by 32,
    // which JavaScript would treat as a shift by 0.
    const first = turn < 32 ? low : high;
    const second = turn < 32 ? high : low;
    state[target] = (first << bits) | (second >>> (32 - bits));
    state[target + 1] = (second << bits) | (first >>> (32 - bits));
    low = nextLow;
    high = nextHigh;
  }
}

function chi(state: Uint32Array, row: Uint32Array): void {
  for (let y = 0; y < 50; y += 10) {
    for (let i = 0; i < 10; i += 1) row[i] = at(state, y + i);
    for (let i = 0; i < 10; i += 1) {
      state[y + i] = at(row, i) ^ (~at(row, (i + 2) % 10) & at(row, (i + 4) % 10));
    }
  }
}

/** Every index above is inside its array; checking at run time costs a third of the speed. */
function at(words: Uint32Array, index: number): number {
  return words[index] as number;
}
