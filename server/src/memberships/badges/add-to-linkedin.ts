/**
 * The address at which LinkedIn offers people to add a badge to the certifications of their profile. Only whoever follows
 * the link tells LinkedIn anything: no script and no picture of it is loaded.
 */

const ADDRESS = 'https://www.linkedin.com/profile/add';

type AddedBadge = {
  title: string;
  issuer: string;
  /** YYYY-MM-DD */
  awardedOn: string;
  /** The page that shows it to anybody, and its number there. */
  page?: { url: string; id: string } | undefined;
};

export function linkedInAddress({ title, issuer, awardedOn, page }: AddedBadge): string {
  const address = new URL(ADDRESS);
  const [year = '', month = ''] = awardedOn.split('-');
  const asked = {
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: issuer,
    // No month of expiry: a badge stays true for ever, unless it is revoked.
    issueYear: year,
    issueMonth: String(Number(month)),
    ...(page !== undefined && { certUrl: page.url, certId: page.id }),
  };
  // Percent-encoded throughout: a `+` would be shown as it is.
  address.search = Object.entries(asked)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return address.href;
}
