/** What is told with the version that it gave to something, such as a hub; each change raises it by one. */
export interface Versioned {
  payload: { version: number }
}

/** What an event makes of a page. */
export interface Applied<Page> {
  page: Page
  /** `answer`: only the server knows the rest, such as which item moves up from another page. */
  lacks: 'answer' | null
}

/** How a page takes up what is told. All of it is pure. */
export interface PageRules<Page, Event> {
  /** `received` are all events that were heard so far, in their order. */
  apply(page: Page, event: Event, received: readonly Event[]): Applied<Page>
  /** What a page keeps of all that was heard, whether or not it contained that already. */
  keep?(page: Page, received: readonly Event[]): Page
}

export interface Settled<Page> {
  page: Page
  /** Why the page must be fetched again: an event is missing before another one, or it needs an answer. */
  lacks: 'event' | 'answer' | null
}

/**
 * Applies, in their order, the events that the page does not contain yet, as far as none is missing between them.
 * `events` may stand in any order and hold the same one twice. A page that nothing changes is returned as it is.
 */
export function withEvents<Page extends { version: number }, Event extends Versioned>(
  { apply, keep = same }: PageRules<Page, Event>,
  page: Page,
  events: readonly Event[],
): Settled<Page> {
  const received = [...events].sort((a, b) => a.payload.version - b.payload.version)
  const settled: Settled<Page> = { page: keep(page, received), lacks: null }
  for (const event of received) {
    const known = settled.page.version
    const { version } = event.payload
    if (version <= known) continue
    if (version > known + 1) return { ...settled, lacks: 'event' }
    const { page: next, lacks } = apply({ ...settled.page, version }, event, received)
    settled.page = next
    settled.lacks ??= lacks
  }
  return settled
}

const same = <Page>(page: Page): Page => page
