import { expect } from 'vitest'
import { totalUnread, unreadByHub } from '#client/live/unread.numbers.ts'
import { getSharedNotes, type SharedNotePage } from '#protocol/discussion.ts'
import { getHubs, getUnread, type HubView } from '#protocol/hubs.ts'
import { countInbox } from '#protocol/inbox.ts'
import { ITEMS_PER_PAGE_MAX, SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import type { Person } from './person.ts'
import type { Screen } from './screen.ts'
import { type ShownThread, toldThread } from './threadScreen.ts'

/** What a screen shows, as plain values that can be compared with what the server says. */
function shownOn(screen: Screen) {
  return {
    hubs: screen.hubs().map(rowOf).toSorted(byHub),
    total: totalUnread(screen.unread()),
    unread: unreadByHub(screen.unread())
      .map(({ hubNo, numUnreadArticles, isMuted }) => ({ hubNo, numUnreadArticles, isMuted }))
      .toSorted(byHub),
    notificationCount: screen.notificationCount(),
    discussions: [...screen.discussions()]
      .map(([hubNo, { total, notes, pinned, pageIndex }]) => ({
        hubNo,
        total,
        pageIndex,
        pinned: pinnedCard(pinned),
        notes: notes.slice(0, SHARED_NOTES_PER_PAGE),
      }))
      .toSorted(byHub),
  }
}

/** The same, as a fresh reading tells it. */
async function toldTo(person: Person): Promise<ReturnType<typeof shownOn>> {
  const [{ hubs }, unread, { count: notificationCount }] = await Promise.all([
    person.does(getHubs, { hubsPerPage: ITEMS_PER_PAGE_MAX }),
    person.does(getUnread, {}),
    person.does(countInbox, {}),
  ])
  const discussions = hubs.map(async ({ hubNo }) => {
    const told = await person.does(getSharedNotes, { selectedHubNo: hubNo })
    const { total, notes, pageIndex } = told
    return { hubNo, total, pageIndex, pinned: pinnedCard(told.pinned), notes }
  })
  return {
    hubs: hubs.map(rowOf).toSorted(byHub),
    total: unread.total,
    unread: unread.hubs
      .map(({ hubNo, numUnreadArticles, isMuted }) => ({ hubNo, numUnreadArticles, isMuted }))
      .toSorted(byHub),
    notificationCount,
    discussions: (await Promise.all(discussions)).toSorted(byHub),
  }
}

const rowOf = ({ hubNo, name, userNos, names, isMuted, isPinned }: HubView) => ({
  hubNo,
  name: name ?? '',
  userNos,
  names,
  isMuted,
  isPinned,
})

/** As much of a pinned note as is shown of it. */
function pinnedCard(pinned: SharedNotePage['pinned']) {
  if (!pinned) return null
  const { noteNo, seq, articleTitle, excerpt, author } = pinned
  return { noteNo, seq, articleTitle, excerpt, author }
}

const byHub = (a: { hubNo: number }, b: { hubNo: number }) => a.hubNo - b.hubNo

/** Fails unless every screen shows what the server tells its user now. */
export async function expectTrue(screens: readonly Screen[]): Promise<void> {
  const people = new Map(screens.map(({ person }) => [person.userNo, person]))
  const told = new Map(
    await Promise.all([...people].map(async ([userNo, person]) => [userNo, await toldTo(person)] as const)),
  )
  for (const screen of screens)
    expect(shownOn(screen), screen.person.name).toEqual(told.get(screen.person.userNo))
  for (const { person, threads } of screens)
    for (const thread of threads) {
      const told = await toldThread(person, thread.place)
      expect(asLongAs(told, thread.shown()), `${person.name} ${JSON.stringify(thread.place)}`).toEqual(told)
    }
}

/** A screen goes on showing what a reading, which begins with the newest, tells no more. */
function asLongAs(told: ShownThread, shown: ShownThread): ShownThread {
  if (!told?.hasOlder || shown === null) return shown
  return { ...shown, comments: shown.comments.slice(-told.comments.length), hasOlder: true }
}
