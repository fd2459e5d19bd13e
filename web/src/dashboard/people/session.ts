/** Who is logged in, and the settings of the service. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountInAddress, rememberAccount } from '../account.ts';
import {
  type Account,
  isLoggedOut,
  isNoAccount,
  type Me,
  ownApi,
  type Person,
  type Role,
} from '../own-api.ts';

export const ME = ['me'] as const;

/** The server saw no session cookie, so there is no need to ask. */
export const isStranger = document.getElementById('app')?.hasAttribute('data-stranger') ?? false;

/** `null` when nobody is logged in. */
export function useMe() {
  return useQuery<Me | null>({
    queryKey: ME,
    queryFn: () =>
      readMe().catch((error) => {
        if (isLoggedOut(error)) return null;
        throw error;
      }),
    staleTime: 30_000,
    // The page that shows the error offers to try again.
    retryOnMount: false,
    ...(isStranger && { initialData: null }),
  });
}

/** If the person no longer has a seat in the account used last, the server names another account. */
async function readMe(): Promise<Me> {
  const me = await ownApi.getMe().catch((error) => {
    if (!isNoAccount(error) || accountInAddress() !== undefined) throw error;
    rememberAccount(undefined);
    return ownApi.getMe();
  });
  rememberAccount(me.account?.id);
  return me;
}

/** For pages behind the login, which are about an account. */
export function useAccount(): NonNullable<Account> {
  const { data } = useMe();
  if (!data?.account) throw new Error('this page is behind the login, and about an account');
  return data.account;
}

/** The person who is logged in. */
export function usePerson(): Person {
  const { data } = useMe();
  if (!data) throw new Error('this page is behind the login');
  return data.person;
}

/** The person's seat in the account of the page. */
export function useRole(): Role {
  const { data } = useMe();
  const seat = data?.accounts.find(({ id }) => id === data.account?.id);
  if (seat === undefined) throw new Error('this page is about an account, so there is a seat in it');
  return seat.role;
}

export function useSettings() {
  return useQuery({
    queryKey: ['settings'],
    queryFn: ownApi.getSettings,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useLogOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ownApi.logOut,
    // Cancels running requests, because a late answer must not bring the account back.
    onMutate: () => queries.cancelQueries(),
    onSuccess: ({ location }) => {
      // Nothing may be left for the next person at this browser.
      rememberAccount(undefined);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
      queries.setQueryData(ME, null);
      // Also ends the session at the issuer that opened this session.
      if (location !== undefined) window.location.assign(location);
    },
  });
}

/** Shows the change at once and reverts it when the server refuses. */
export function useChangeMe() {
  const queries = useQueryClient();
  const show = (change: Parameters<typeof ownApi.updateMe>[0]) =>
    queries.setQueryData<Me | null>(ME, (me) => {
      const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      return me && { ...me, person: { ...me.person, ...defined } };
    });
  return useMutation({
    mutationFn: ownApi.updateMe,
    onMutate: show,
    onSuccess: ({ person: { name, language, time_zone } }) => show({ name, language, time_zone }),
    onError: () => queries.invalidateQueries({ queryKey: ME }),
  });
}
