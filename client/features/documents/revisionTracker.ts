/** Tracks which revisions of a document this tab has. They may arrive in any order, and repeatedly. */
export function createRevisionTracker() {
  /** All updates up to this revision have arrived. */
  let complete = 0
  /** Later revisions that arrived before an earlier one. */
  const early = new Set<number>()
  /** The highest revision that has arrived since the state was last requested. */
  let highest = 0

  function advance(): void {
    for (const known of early) if (known <= complete) early.delete(known)
    while (early.delete(complete + 1)) complete += 1
  }

  return {
    complete: () => complete,
    hasGap: () => early.size > 0,
    requestState(): void {
      highest = 0
    },
    /** Whether a state up to this revision lacks updates that arrived before it. */
    isOutdated: (revision: number) => highest > revision,
    /** A state with all updates up to this revision has arrived. A state of another generation has its own revisions. */
    receiveState(revision: number, isSameGeneration: boolean): void {
      // A change of this tab may have been acknowledged since the server read the state.
      complete = isSameGeneration ? Math.max(complete, revision) : revision
      if (!isSameGeneration) early.clear()
      advance()
    },
    receiveUpdate(revision: number): void {
      highest = Math.max(highest, revision)
      early.add(revision)
      advance()
    },
  }
}
