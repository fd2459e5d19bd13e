/** What is read again after a change of people. */

export const PEOPLE = ['people'] as const;
