import { QueryClient } from '@tanstack/react-query'
import type { ThreadPlace } from '#client/features/comments/comments.queries.ts'
import type { DiscussionPage } from '#client/features/discussion/discussion.cache.ts'
import { discussionPage } from '#client/features/discussion/discussion.queries.ts'
import {
  withHubAdded,
  withHubRemoved,
  withMembers,
  withName,
  withPreferences,
} from '#client/features/hubs/hubs.cache.ts'
import { noNotifications, withCountEvent, withCountReply } from '#client/live/counts.ts'
import { createEventBus, type EventBus } from '#client/live/eventBus.ts'
import { hubEvents } from '#client/live/hubEvents.ts'
import { noMemberships, withMembership } from '#client/live/memberships.reducer.ts'
import { nothingSeen, type SeenInHubs, withoutSeen, withSeenUpdate } from '#client/live/seen.ts'
import { withAllUnread, withHub, withoutHub, withUnread } from '#client/live/unread.cache.ts'
import { noUnread, type UnreadNumbers } from '#client/live/unread.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHubs, getUnread, type HubView, type UnreadView } from '#protocol/hubs.ts'
import { countInbox } from '#protocol/inbox.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { askForPage, openLivePart } from './livePart.ts'
import { openTabs } from './openTabs.ts'
import { openPassages } from './passagesScreen.ts'
import type { Received, TestSocket } from './testSocket.ts'
import { openThread } from './threadScreen.ts'
import type { TestUser } from './users.ts'
import { createWork } from './work.ts'

/** The delays of the client. */
const REFETCH_HUBS_AFTER_MS = 250
const RETRY_AFTER_MS = 500

/**
 * All live data of a client tab, updated by the client’s own pure functions and refetched when the client would: the
 * hub list, the unread numbers, the bell’s count, and the first page of every hub’s discussion.
 */
export interface Screen {
  person: TestUser
  tab: TestSocket
  hubs(): HubView[]
  unread(): UnreadNumbers
  /** The count on the bell. */
  notificationCount(): number
  discussions(): ReadonlyMap<number, DiscussionPage>
  threads: ReadonlyArray<ReturnType<typeof openThread>>
  passages: ReadonlyArray<ReturnType<typeof openPassages>>
  /** Resolves when no request is pending or scheduled. */
  settled(): Promise<void>
  close(): void
}

/** `places`: the threads that are open in the tab. */
export async function openScreen(
  user: TestUser,
  url?: string,
  places: readonly ThreadPlace[] = [],
): Promise<Screen> {
  const work = createWork()
  let list: { hubs: HubView[] } = { hubs: [] }
  let unread = noUnread
  let notifications = noNotifications
  let seen: SeenInHubs = nothingSeen
  const bus = createEventBus()
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // A user who is not in the hub any more need not retry.
        retry: (_failures, error) => error instanceof CallFailed && error.isTransient,
        retryDelay: RETRY_AFTER_MS,
      },
    },
  })
  const discussions = new Map<number, ReturnType<typeof openDiscussion>>()

  const threads = places.map(place => openThread(cache, user, bus, place))
  const passages = places.map(place => openPassages(cache, user, bus, place))

  const fetchUnread = work.latest(
    () => user.call(getUnread, {}),
    answer => {
      unread = withAllUnread(unread, answer.hubs)
    },
  )
  const fetchNotifications = work.latest(
    () => user.call(countInbox, {}),
    answer => {
      notifications = withCountReply(notifications, answer)
    },
  )
  const fetchHubs = work.latest(
    () => user.call(getHubs, { hubsPerPage: ITEMS_PER_PAGE_MAX }),
    // Ignores the unread numbers of the list: badges must be right also where no list is on screen.
    answer => show(answer),
  )
  const fetchHubsSoon = work.once(REFETCH_HUBS_AFTER_MS, fetchHubs.ask)

  function show(next: { hubs: HubView[] }): void {
    list = next
    const hubNos = new Set(list.hubs.map(hub => hub.hubNo))
    for (const [hubNo, discussion] of discussions)
      if (!hubNos.has(hubNo)) {
        discussion.stop()
        discussions.delete(hubNo)
      }
    for (const hubNo of hubNos)
      if (!discussions.has(hubNo)) discussions.set(hubNo, openDiscussion({ cache, person: user, bus }, hubNo))
  }

  function patchHubs(next: { hubs: HubView[] }): void {
    fetchHubs.cancel()
    show(next)
    fetchHubsSoon()
  }

  function applyOwnUnread({
    hubNo,
    unread: own,
  }: {
    hubNo: number
    unread?: Omit<UnreadView, 'hubNo'>
  }): void {
    if (own) unread = withUnread(unread, [{ hubNo, ...own }])
  }

  let memberships = noMemberships
  function receive(event: Received): void {
    const known = withMembership(memberships, event.name, event.payload)
    if (known === null) return
    memberships = known
    bus.dispatchEvent(event.name, event.payload)
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
        patchHubs(withMembers(list, event.payload, user.userNo))
        return
      case 'hub:named':
        patchHubs(withName(list, event.payload))
        return
      case 'note:shared':
        fetchHubsSoon()
        applyOwnUnread(event.payload)
        return
      case 'note:withdrawn':
        applyOwnUnread(event.payload)
        return
      case 'unread:changed':
        unread = withUnread(unread, [event.payload])
        seen = withSeenUpdate(seen, event.payload)
        return
      case 'hub:kept':
        patchHubs(withPreferences(list, event.payload))
        unread = withUnread(unread, [event.payload])
        return
      case 'inbox:changed':
        notifications = withCountEvent(notifications, event.payload)
        return
      case 'sync:needed':
        resync()
    }
  }

  function resync(): void {
    fetchUnread.ask()
    fetchNotifications.ask()
    fetchHubs.ask()
    bus.dispatchResync()
  }

  /** No request is pending, and no discussion buffers an event that arrived out of order. */
  async function settled(): Promise<void> {
    const isAtRest = () =>
      cache.isFetching() === 0 &&
      [...discussions.values()].every(({ live }) => live.isSettled()) &&
      [...threads, ...passages].every(part => part.isSettled())
    for (;;) {
      await work.settled()
      if (isAtRest()) return
      await new Promise<void>(resolve => {
        const stop = cache.getQueryCache().subscribe(() => {
          if (!isAtRest()) return
          stop()
          resolve()
        })
      })
    }
  }

  const tab = await user.openSocket(url)
  tab.socket.on('connect', resync)
  tab.socket.on('disconnect', reason => {
    if (reason !== 'io client disconnect' && !tab.socket.active) work.once(RETRY_AFTER_MS, connect)()
  })
  tab.socket.on('connect_error', () => {
    if (!tab.socket.active) work.once(RETRY_AFTER_MS, connect)()
  })
  const connect = () => void tab.socket.connect()
  tab.onEvent(receive)
  resync()
  await settled()

  function close(): void {
    tab.close()
    work.stop()
    for (const discussion of discussions.values()) discussion.stop()
    for (const part of [...threads, ...passages]) part.stop()
    cache.clear()
  }
  openTabs.add(close)
  return {
    person: user,
    tab,
    hubs: () => list.hubs,
    unread: () => unread,
    notificationCount: () => notifications.count,
    discussions: () =>
      new Map(
        [...discussions].flatMap(([hubNo, { page }]) => {
          const shown = page()
          if (shown === undefined) return []
          return [[hubNo, { ...shown, notes: withoutSeen(shown.notes, seen.get(hubNo)) }]]
        }),
      ),
    threads,
    passages,
    settled,
    close,
  }
}

/** The first page of a hub’s discussion, updated by the client’s own code. */
function openDiscussion(
  { cache, person: user, bus }: { cache: QueryClient; person: TestUser; bus: EventBus },
  hubNo: number,
) {
  const place = { hubNo, page: 1, myNo: user.userNo }
  const parts = discussionPage(place, hubEvents(hubNo, bus), asked => askForPage(user, getSharedNotes, asked))
  const { live, stop } = openLivePart(cache, parts)
  return {
    live,
    page: () => cache.getQueryData<DiscussionPage>(live.queryKey),
    stop() {
      stop()
      cache.removeQueries({ queryKey: live.queryKey })
    },
  }
}
