import { type DiscussionPage, withEvents } from '#client/features/discussion/discussion.cache.ts'
import { withHubAdded, withHubRemoved, withMembers } from '#client/features/hubs/hubs.cache.ts'
import { type HubEvent, isHubEventName } from '#client/live/hubEvents.ts'
import { noneHeard, withMembership } from '#client/live/memberships.reducer.ts'
import {
  noUnread,
  type UnreadNumbers,
  withAllUnread,
  withHub,
  withoutHub,
  withUnread,
} from '#client/live/unread.reducer.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHubs, getUnread, type HubView, type UnreadView } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import type { Heard, Listener } from './listener.ts'
import type { Person } from './person.ts'
import { createWork } from './work.ts'

/** As the client has them. */
const GRACE_MS = 150
const REFETCH_HUBS_AFTER_MS = 250
const RETRY_AFTER_MS = 500

/**
 * All that a tab of the client shows live, kept by the client's own pure functions and fetched again when the client
 * does: the hub list, the unread numbers, and the first page of every hub's discussion.
 */
export interface Screen {
  person: Person
  tab: Listener
  hubs(): HubView[]
  unread(): UnreadNumbers
  discussions(): ReadonlyMap<number, DiscussionPage>
  /** Resolves when nothing is being fetched and nothing is about to be. */
  settled(): Promise<void>
  close(): void
}

export async function openScreen(person: Person, url?: string): Promise<Screen> {
  const work = createWork()
  let list: { hubs: HubView[] } = { hubs: [] }
  let unread = noUnread
  const discussions = new Map<number, ReturnType<typeof openDiscussion>>()

  const fetchUnread = work.latest(
    () => person.does(getUnread, {}),
    answer => {
      unread = withAllUnread(unread, answer.hubs)
    },
  )
  const fetchHubs = work.latest(
    () => person.does(getHubs, { hubsPerPage: ITEMS_PER_PAGE_MAX }),
    // Its unread numbers are not taken: badges must be true also where no list is on the screen.
    answer => show(answer),
  )
  const fetchHubsSoon = work.once(REFETCH_HUBS_AFTER_MS, fetchHubs.ask)

  function show(next: { hubs: HubView[] }): void {
    list = next
    const hubNos = new Set(list.hubs.map(hub => hub.hubNo))
    for (const hubNo of discussions.keys()) if (!hubNos.has(hubNo)) discussions.delete(hubNo)
    for (const hubNo of hubNos)
      if (!discussions.has(hubNo)) discussions.set(hubNo, openDiscussion(person, hubNo, work))
  }

  function patchHubs(next: { hubs: HubView[] }): void {
    fetchHubs.cancel()
    show(next)
    fetchHubsSoon()
  }

  function takeOwn({ hubNo, unread: own }: { hubNo: number; unread?: Omit<UnreadView, 'hubNo'> }): void {
    if (own) unread = withUnread(unread, [{ hubNo, ...own }])
  }

  let memberships = noneHeard
  function hear(event: Heard): void {
    const known = withMembership(memberships, event.name, event.payload)
    if (known === null) return
    memberships = known
    for (const discussion of discussions.values()) discussion.hear(event)
    switch (event.name) {
      case 'hub:added':
        patchHubs(withHubAdded(list, event.payload.hub, ITEMS_PER_PAGE_MAX))
        unread = withHub(unread, event.payload.hub)
        fetchUnread.ask()
        return
      case 'hub:removed':
        patchHubs(withHubRemoved(list, event.payload.hubNo))
        unread = withoutHub(unread, event.payload.hubNo)
        fetchUnread.ask()
        return
      case 'members:changed':
        patchHubs(withMembers(list, event.payload, person.userNo))
        return
      case 'note:shared':
        fetchHubsSoon()
        takeOwn(event.payload)
        return
      case 'note:withdrawn':
        takeOwn(event.payload)
        return
      case 'unread:changed':
        unread = withUnread(unread, [event.payload])
        return
      case 'sync:needed':
        resync()
    }
  }

  function resync(): void {
    fetchUnread.ask()
    fetchHubs.ask()
    for (const discussion of discussions.values()) discussion.refetch()
  }

  const tab = await person.listens(url)
  tab.socket.on('connect', resync)
  tab.socket.on('disconnect', reason => {
    if (reason !== 'io client disconnect' && !tab.socket.active) work.once(RETRY_AFTER_MS, connect)()
  })
  tab.socket.on('connect_error', () => {
    if (!tab.socket.active) work.once(RETRY_AFTER_MS, connect)()
  })
  const connect = () => void tab.socket.connect()
  tab.onHeard(hear)
  resync()
  await work.settled()

  return {
    person,
    tab,
    hubs: () => list.hubs,
    unread: () => unread,
    discussions: () =>
      new Map(
        [...discussions].flatMap(([hubNo, { page }]) => (page() ? [[hubNo, page() as DiscussionPage]] : [])),
      ),
    settled: work.settled,
    close() {
      tab.close()
      work.stop()
    },
  }
}

/** The first page of a hub's discussion, as `discussion.live.ts` keeps it. */
function openDiscussion(person: Person, hubNo: number, work: ReturnType<typeof createWork>) {
  const events: HubEvent[] = []
  let shown: DiscussionPage | undefined

  const refetch = work.latest(
    async () => {
      const answer = await person.asks(getSharedNotes, { selectedHubNo: hubNo })
      if (answer.status !== 200 && answer.status !== 404) throw new Error(`answered with ${answer.status}`)
      return answer
    },
    ({ status, body }) => {
      if (status !== 200) return
      const settled = withEvents({ ...body, arrivals: 0 }, events, person.userNo)
      shown = settled.page
      if (settled.lacks === 'answer') refetch.ask()
      else settle()
    },
  )
  const settleAgain = work.once(GRACE_MS, () => {
    if (shown && withEvents(shown, events, person.userNo).lacks === 'event') refetch.ask()
  })

  function settle(): void {
    if (shown === undefined) return
    const settled = withEvents(shown, events, person.userNo)
    shown = settled.page
    if (settled.lacks === 'answer') refetch.ask()
    if (settled.lacks === 'event') settleAgain()
  }

  refetch.ask()
  return {
    page: () => shown,
    refetch: refetch.ask,
    hear(event: Heard) {
      if (!isHubEvent(event) || event.payload.hubNo !== hubNo) return
      events.push(event)
      settle()
    },
  }
}

function isHubEvent(event: Heard): event is Extract<Heard, { name: HubEvent['name'] }> {
  return isHubEventName(event.name)
}
