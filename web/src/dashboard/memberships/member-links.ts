/** The addresses to which figures link: lists with their filters. */

const ROOT = '/memberships';

export function membersLink(filter: Readonly<Record<string, string>>): string {
  return `${ROOT}/members?${new URLSearchParams(filter)}`;
}

export const memberLink = (id: string): string => `${ROOT}/members/${id}`;
export const courseLink = (id: string): string => `${ROOT}/courses/${id}`;
export const programLink = (id: string): string => `${ROOT}/programs/${id}`;
