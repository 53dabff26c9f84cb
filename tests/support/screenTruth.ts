import { expect } from 'vitest'
import { unreadByHub } from '#client/live/unread.reducer.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHubs, getUnread } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX, SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import type { Person } from './person.ts'
import type { Screen } from './screen.ts'

/** What a screen shows, as plain values that can be compared with what the server says. */
function shownOn(screen: Screen) {
  return {
    hubs: screen
      .hubs()
      .map(({ hubNo, userNos, names }) => ({ hubNo, userNos, names }))
      .toSorted(byHub),
    unread: unreadByHub(screen.unread())
      .map(({ hubNo, numUnreadArticles }) => ({ hubNo, numUnreadArticles }))
      .toSorted(byHub),
    discussions: [...screen.discussions()]
      .map(([hubNo, { total, notes, pageIndex }]) => ({
        hubNo,
        total,
        pageIndex,
        notes: notes.slice(0, SHARED_NOTES_PER_PAGE),
      }))
      .toSorted(byHub),
  }
}

/** The same, as a fresh reading tells it. */
async function toldTo(person: Person): Promise<ReturnType<typeof shownOn>> {
  const [{ hubs }, unread] = await Promise.all([
    person.does(getHubs, { hubsPerPage: ITEMS_PER_PAGE_MAX }),
    person.does(getUnread, {}),
  ])
  const discussions = hubs.map(async ({ hubNo }) => {
    const { total, notes, pageIndex } = await person.does(getSharedNotes, { selectedHubNo: hubNo })
    return { hubNo, total, pageIndex, notes }
  })
  return {
    hubs: hubs.map(({ hubNo, userNos, names }) => ({ hubNo, userNos, names })).toSorted(byHub),
    unread: unread.hubs.map(({ hubNo, numUnreadArticles }) => ({ hubNo, numUnreadArticles })).toSorted(byHub),
    discussions: (await Promise.all(discussions)).toSorted(byHub),
  }
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
}
