/** Work that exactly one process does at a time. */
export type Duties = {
  /** True while this process has the duty; it keeps it until it stops, or dies. */
  take(name: string): Promise<boolean>;
};
