/** Several notes that are deleted at once are told of one by one. In milliseconds. */
const SETTLES_MS = 500

interface ListRefetcherParts {
  /** Whether the pointer or the focus is among the rows: then none may slip under a press. */
  isHeld: () => boolean
  refetch: () => void
}

/** Fetches lists again after news of their notes: once for all that come together, and not before the rows are let go. */
export function createListRefetcher({ isHeld, refetch }: ListRefetcherParts) {
  let isStale = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle() {
    if (isHeld()) return
    isStale = false
    refetch()
  }

  function wait() {
    clearTimeout(timer)
    timer = setTimeout(settle, SETTLES_MS)
  }

  return {
    tell() {
      isStale = true
      wait()
    },
    /** The rows may have been let go. */
    look() {
      if (isStale) wait()
    },
    stop: () => clearTimeout(timer),
  }
}
