/**
 * The address at which LinkedIn offers people to add a badge to the certifications of their profile. LinkedIn learns
 * something only from people who follow the link, because the page loads no script or picture from LinkedIn.
 */

const ADDRESS = 'https://www.linkedin.com/profile/add';

type AddedBadge = {
  title: string;
  issuer: string;
  /** YYYY-MM-DD */
  awardedOn: string;
  /** The page that shows the badge to anybody, and the number that the badge has on it. */
  page?: { url: string; id: string } | undefined;
};

export function linkedInAddress({ title, issuer, awardedOn, page }: AddedBadge): string {
  const address = new URL(ADDRESS);
  const [year = '', month = ''] = awardedOn.split('-');
  const asked = {
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: issuer,
    // No month of expiry is given, because a badge stays true for ever unless it is revoked.
    issueYear: year,
    issueMonth: String(Number(month)),
    ...(page !== undefined && { certUrl: page.url, certId: page.id }),
  };
  // All values are percent-encoded, because LinkedIn would show a `+` as it is.
  address.search = Object.entries(asked)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return address.href;
}
