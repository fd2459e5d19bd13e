/** What the page of renewals shows, read from its address. */

export const TABS = ['eligible', 'requested', 'decided'] as const;
export const DECIDED = ['approved', 'rejected', 'withdrawn', 'annulled'] as const;

export type View = {
  tab: (typeof TABS)[number];
  status: (typeof DECIDED)[number];
  program: string;
  /** One renewal, or one membership that could renew. */
  renewal: string;
  membership: string;
};

/** Addresses can be edited by hand, so invalid values are ignored. */
export function parseView(params: URLSearchParams): View {
  const id = (name: string) => (params.get(name) ?? '').slice(0, 60);
  return {
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'requested',
    status: DECIDED.find((status) => status === params.get('status')) ?? 'approved',
    program: id('program'),
    renewal: id('renewal'),
    membership: id('membership'),
  };
}
