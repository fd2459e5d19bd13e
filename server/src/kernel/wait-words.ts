/** How long to wait, in words. Rounded up, so that whoever waits as they say waits long enough. */

const UNITS = [
  { seconds: 1, en: 'second', es: 'segundo' },
  { seconds: 60, en: 'minute', es: 'minuto' },
  { seconds: 3_600, en: 'hour', es: 'hora' },
  { seconds: 86_400, en: 'day', es: 'día' },
] as const;

/** The largest unit of which there are at least two. */
export function waitWords(seconds: number): { en: string; es: string } {
  const unit = UNITS.findLast((one) => seconds >= 2 * one.seconds) ?? UNITS[0];
  const count = Math.ceil(seconds / unit.seconds);
  const plural = count === 1 ? '' : 's';
  return { en: `${count} ${unit.en}${plural}`, es: `${count} ${unit.es}${plural}` };
}
