/** A canvas cannot use CSS variables, so the colours are read from styled elements. */

const NAMES = [
  'ok',
  'client_errors',
  'server_errors',
  'certificates',
  'test_certificates',
  'ink',
  'line',
] as const;

type ChartColours = Record<(typeof NAMES)[number], string>;

export function readColours(near: HTMLElement): ChartColours {
  const read = (name: string) => {
    // A new element each time, since a transition would still show the previous colour.
    const probe = document.createElement('i');
    probe.className = `swatch swatch-${name}`;
    near.append(probe);
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  };
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as ChartColours;
}
