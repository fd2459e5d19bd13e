/** Who is logged in, and the settings of the service. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Account, api, isLoggedOut, type Me } from '../api.ts';

export const ME = ['me'] as const;

/** The server saw no session cookie, so there is no need to ask. */
const isStranger = document.getElementById('app')?.hasAttribute('data-stranger') ?? false;

/** `null` when nobody is logged in. */
export function useMe() {
  return useQuery<Me | null>({
    queryKey: ME,
    queryFn: () =>
      api.getMe().catch((error) => {
        if (isLoggedOut(error)) return null;
        throw error;
      }),
    staleTime: 30_000,
    ...(isStranger && { initialData: null }),
  });
}

/** For pages behind the login. */
export function useAccount(): Account {
  const { data } = useMe();
  if (!data) throw new Error('this page is behind the login');
  return data.account;
}

export function useSettings() {
  return useQuery({ queryKey: ['settings'], queryFn: api.getSettings, staleTime: Number.POSITIVE_INFINITY });
}

export function useLogOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: api.logOut,
    // A late answer must not bring the account back.
    onMutate: () => queries.cancelQueries(),
    onSuccess: () => {
      // Nothing may be left for the next person at this browser.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
      queries.setQueryData(ME, null);
    },
  });
}

/** Shows the change at once and reverts it when the server refuses. */
export function useChangeMe() {
  const queries = useQueryClient();
  const show = (change: Partial<Account>) =>
    queries.setQueryData<Me | null>(ME, (me) => me && { ...me, account: { ...me.account, ...change } });
  return useMutation({
    mutationFn: api.updateMe,
    onMutate: show,
    onSuccess: ({ account }) => show(account),
    onError: () => queries.invalidateQueries({ queryKey: ME }),
  });
}
