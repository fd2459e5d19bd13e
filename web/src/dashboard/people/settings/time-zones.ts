/** All time zones of the browser, with their current offset from UTC. */

type Option = { value: string; label: string };

/** Includes `chosen` even when this browser does not list it. */
export function timeZoneOptions(language: string, chosen: string, now: Date = new Date()): readonly Option[] {
  const known = Intl.supportedValuesOf('timeZone');
  const zones = chosen === '' || known.includes(chosen) ? known : [chosen, ...known];
  return zones.map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, language, now)})`,
  }));
}

function offsetOf(timeZone: string, language: string, now: Date): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    now,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
