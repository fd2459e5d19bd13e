/** Finds the known name that a misspelt one was probably meant to be. */

/**
 * Finds the nearest name, if at most a third of its letters differ; otherwise undefined. Of several equally near names
 * it takes the first.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  // A caller chooses the length of the text that is compared, so it is limited.
  const start = name.toLowerCase().slice(0, MOST_COMPARED);
  let nearest: { name: string; distance: number } | undefined;
  for (const one of known) {
    const distance = distanceOf(start, one.toLowerCase());
    if (nearest === undefined || distance < nearest.distance) nearest = { name: one, distance };
  }
  if (nearest === undefined) return undefined;
  const longer = Math.max(start.length, nearest.name.length);
  return nearest.distance <= Math.max(1, Math.floor(longer / 3)) ? nearest.name : undefined;
}

const MOST_COMPARED = 60;

/**
 * The distance of two names: how many letters must be inserted, left out, changed or swapped with their neighbour.
 */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped));
    }
  }
  return at(a.length, b.length);
}
