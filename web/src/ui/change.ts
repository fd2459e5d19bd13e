/** What a form needs to know about a change: whether it is running, and why the last attempt was refused. */
export type Change<Given = void> = {
  isPending: boolean;
  error: Error | null;
  mutate: (given: Given) => void;
};

/**
 * What a form does when it is submitted. Without `onSubmit`, it makes the change. With `onSubmit`, that function
 * decides when to make the change and with which arguments.
 */
export type Submitted =
  | { change: Change; onSubmit?: undefined }
  | { change: Change<never>; onSubmit: () => void };

export function submit(submitted: Submitted): void {
  if (submitted.onSubmit) submitted.onSubmit();
  else submitted.change.mutate();
}
