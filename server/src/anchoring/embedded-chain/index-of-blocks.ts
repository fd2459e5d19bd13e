/**
 * Finds a block's number by a 32-byte hash. An entry takes only 16 to 32 bytes, so that years of blocks fit in memory.
 * It stores 64 bits of each hash: the caller must compare the whole hash with the block.
 */

type HashIndex = {
  add(hash: Uint8Array, blockNumber: number): void;
  /** The blocks that may have this hash: almost always none or one. The caller excludes false matches. */
  find(hash: Uint8Array): number[];
};

const FIRST_SLOTS = 1024;

export function makeHashIndex(): HashIndex {
  let prints = new Uint32Array(FIRST_SLOTS);
  /** Block numbers plus one: zero is an empty slot. */
  let numbers = new Uint32Array(FIRST_SLOTS);
  let starts = new Uint32Array(FIRST_SLOTS);
  let used = 0;

  const place = (start: number, print: number, entry: number) => {
    const mask = numbers.length - 1;
    let slot = start & mask;
    while (numbers[slot] !== 0) slot = (slot + 1) & mask;
    starts[slot] = start;
    prints[slot] = print;
    numbers[slot] = entry;
  };
  const grow = () => {
    const [oldStarts, oldPrints, oldNumbers] = [starts, prints, numbers];
    starts = new Uint32Array(oldNumbers.length * 2);
    prints = new Uint32Array(oldNumbers.length * 2);
    numbers = new Uint32Array(oldNumbers.length * 2);
    oldNumbers.forEach((entry, i) => {
      if (entry !== 0) place(oldStarts[i] ?? 0, oldPrints[i] ?? 0, entry);
    });
  };
  return {
    add(hash, blockNumber) {
      if (used * 4 >= numbers.length * 3) grow();
      place(wordAt(hash, 0), wordAt(hash, 4), blockNumber + 1);
      used += 1;
    },
    find(hash) {
      const found: number[] = [];
      const [start, print] = [wordAt(hash, 0), wordAt(hash, 4)];
      const mask = numbers.length - 1;
      for (let slot = start & mask; numbers[slot] !== 0; slot = (slot + 1) & mask) {
        if (starts[slot] === start && prints[slot] === print) found.push((numbers[slot] ?? 0) - 1);
      }
      return found;
    },
  };
}

function wordAt(hash: Uint8Array, offset: number): number {
  return new DataView(hash.buffer, hash.byteOffset + offset, 4).getUint32(0);
}
