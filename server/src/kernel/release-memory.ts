/**
 * Gives a chunk's memory back at once. Left to the collector, the chunks of a large upload make it run again and
 * again over all the code and data of the server: half of the processor time of the upload, and more memory.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  // Only a chunk that has its memory to itself: a slice shares it with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
