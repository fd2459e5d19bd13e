/** The operator's name for the service, which the server writes into the page. */
export function serviceName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Sello';
}
