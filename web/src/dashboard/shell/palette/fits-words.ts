/** Whether each of the words is the beginning of a word in the text, ignoring case and accents. */
export function fitsWords(text: string, words: string): boolean {
  const parts = plain(text).split(/\s+/);
  return plain(words)
    .trim()
    .split(/\s+/)
    .every((word) => parts.some((part) => part.startsWith(word)));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
