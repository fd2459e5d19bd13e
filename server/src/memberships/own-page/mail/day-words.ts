/** A day as mails write it. */

export function dayWords(day: string, locale: 'es' | 'en'): string {
  const format = new Intl.DateTimeFormat(locale === 'es' ? 'es-MX' : 'en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${day}T00:00:00Z`));
}
