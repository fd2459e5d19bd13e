/** A canvas knows no custom properties, so the colours are read from elements that have them. */

const NAMES = ['ok', 'client_errors', 'server_errors', 'certificates', 'ink', 'line'] as const;

type ChartColours = Record<(typeof NAMES)[number], string>;

export function readColours(near: HTMLElement): ChartColours {
  const read = (name: string) => {
    // A fresh one each time: on one that changes, a transition would still show the colour before.
    const probe = document.createElement('i');
    probe.className = `swatch swatch-${name}`;
    near.append(probe);
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  };
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as ChartColours;
}
