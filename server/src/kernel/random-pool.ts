/**
 * Draws random bytes in large portions, because a certificate needs seven small ones and each draw costs a system
 * call.
 */

export type RandomBytes = (size: number) => Uint8Array;

const PAGE_BYTES = 8_192;
const LARGEST_PORTION = 256;

/** Hands out each byte once, and then wipes it here so that it cannot be read again. */
export function makeRandomPool(draw: RandomBytes): RandomBytes {
  let page = new Uint8Array(0);
  let used = 0;
  return (size) => {
    if (size > LARGEST_PORTION) return draw(size);
    if (used + size > page.length) {
      page = new Uint8Array(draw(PAGE_BYTES));
      used = 0;
    }
    const portion = page.slice(used, used + size);
    page.fill(0, used, used + size);
    used += size;
    return portion;
  };
}
