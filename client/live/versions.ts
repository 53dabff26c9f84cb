/** An event with the version that it gave to its object, such as a hub. Each change raises the version by one. */
export interface Versioned {
  payload: { version: number }
}

export interface ApplyResult<Page> {
  page: Page
  /** `answer`: the page needs a refetch, for example to know which item moves up from the next page. */
  missing: 'answer' | null
}

/** How a page applies events. All functions are pure. */
export interface PageRules<Page, Event> {
  /** `received` holds every event so far, in version order. */
  apply(page: Page, event: Event, received: readonly Event[]): ApplyResult<Page>
  /** Derives state from all received events, whether or not the page already contains them. */
  trackReceived?(page: Page, received: readonly Event[]): Page
}

export interface ApplyEventsResult<Page> {
  page: Page
  /** Why the page needs a refetch: an event is missing before another one, or an event needs a response. */
  missing: 'event' | 'answer' | null
}

/**
 * Applies, in version order, the events that the page does not contain yet, up to the first gap. `events`
 * may be unordered and contain duplicates. Returns the same page if nothing changes.
 */
export function applyEvents<Page extends { version: number }, Event extends Versioned>(
  { apply, trackReceived = same }: PageRules<Page, Event>,
  page: Page,
  events: readonly Event[],
): ApplyEventsResult<Page> {
  const received = [...events].sort((a, b) => a.payload.version - b.payload.version)
  const result: ApplyEventsResult<Page> = { page: trackReceived(page, received), missing: null }
  for (const event of received) {
    const known = result.page.version
    const { version } = event.payload
    if (version <= known) continue
    if (version > known + 1) return { ...result, missing: 'event' }
    const { page: next, missing } = apply({ ...result.page, version }, event, received)
    result.page = next
    result.missing ??= missing
  }
  return result
}

const same = <Page>(page: Page): Page => page
