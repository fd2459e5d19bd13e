/** The values drawn for a day, in the order of the stack. */
export const REQUESTS = ['ok', 'client_errors', 'server_errors'] as const;
export const CERTIFICATES = ['certificates'] as const;
export const TEST_CERTIFICATES = ['test_certificates'] as const;

export type SeriesName =
  | (typeof REQUESTS)[number]
  | (typeof CERTIFICATES)[number]
  | (typeof TEST_CERTIFICATES)[number];
