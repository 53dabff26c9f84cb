import { expect } from 'vitest'
import { totalUnread, unreadByHub } from '#client/live/unread.ts'
import { getSharedNotes, type SharedNotePage } from '#protocol/discussion.ts'
import { getHubs, getUnread, type HubView } from '#protocol/hubs.ts'
import { countInbox } from '#protocol/inbox.ts'
import { ITEMS_PER_PAGE_MAX, SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { fetchPassages } from './passagesScreen.ts'
import type { Screen } from './screen.ts'
import { fetchThread, type ShownThread } from './threadScreen.ts'
import type { TestUser } from './users.ts'

/** The contents of a screen, as plain values that can be compared with the server’s. */
function contentsOf(screen: Screen) {
  return {
    hubs: screen.hubs().map(rowOf).toSorted(compareByHub),
    total: totalUnread(screen.unread()),
    unread: unreadByHub(screen.unread())
      .map(({ hubNo, numUnreadArticles, isMuted }) => ({ hubNo, numUnreadArticles, isMuted }))
      .toSorted(compareByHub),
    notificationCount: screen.notificationCount(),
    discussions: [...screen.discussions()]
      .map(([hubNo, { total, notes, pinned, pageIndex }]) => ({
        hubNo,
        total,
        pageIndex,
        pinned: pinnedCard(pinned),
        notes: notes.slice(0, SHARED_NOTES_PER_PAGE),
      }))
      .toSorted(compareByHub),
  }
}

/** The same contents from fresh requests. */
async function fetchContents(user: TestUser): Promise<ReturnType<typeof contentsOf>> {
  const [{ hubs }, unread, { count: notificationCount }] = await Promise.all([
    user.call(getHubs, { hubsPerPage: ITEMS_PER_PAGE_MAX }),
    user.call(getUnread, {}),
    user.call(countInbox, {}),
  ])
  const discussions = hubs.map(async ({ hubNo }) => {
    const fetched = await user.call(getSharedNotes, { selectedHubNo: hubNo })
    const { total, notes, pageIndex } = fetched
    return { hubNo, total, pageIndex, pinned: pinnedCard(fetched.pinned), notes }
  })
  return {
    hubs: hubs.map(rowOf).toSorted(compareByHub),
    total: unread.total,
    unread: unread.hubs
      .map(({ hubNo, numUnreadArticles, isMuted }) => ({ hubNo, numUnreadArticles, isMuted }))
      .toSorted(compareByHub),
    notificationCount,
    discussions: (await Promise.all(discussions)).toSorted(compareByHub),
  }
}

/** Fields of a hub that the screen does not update. All others are compared, so a new field needs no entry. */
const uncomparedFields: readonly string[] = [
  'version',
  'revision',
  'numUnreadArticles',
  'activeAt',
  'latest',
] satisfies (keyof HubView)[]

function rowOf({ hubNo, name = '', ...fields }: HubView) {
  const compared = Object.entries(fields).filter(([field]) => !uncomparedFields.includes(field))
  return { hubNo, name, ...Object.fromEntries(compared) }
}

/** The shown part of a pinned note. */
function pinnedCard(pinned: SharedNotePage['pinned']) {
  if (!pinned) return null
  const { noteNo, seq, articleTitle, excerpt, author } = pinned
  return { noteNo, seq, articleTitle, excerpt, author }
}

const compareByHub = (a: { hubNo: number }, b: { hubNo: number }) => a.hubNo - b.hubNo

/** Fails unless every screen shows what the server currently returns for its user. */
export async function expectScreensCorrect(screens: readonly Screen[]): Promise<void> {
  const users = new Map(screens.map(({ person: user }) => [user.userNo, user]))
  const fetched = new Map(
    await Promise.all([...users].map(async ([userNo, user]) => [userNo, await fetchContents(user)] as const)),
  )
  for (const screen of screens)
    expect(contentsOf(screen), screen.person.name).toEqual(fetched.get(screen.person.userNo))
  for (const { person: user, threads, passages } of screens) {
    for (const { place, shown } of passages)
      expect(shown(), `${user.name} ${JSON.stringify(place)}`).toEqual(await fetchPassages(user, place))
    for (const thread of threads) {
      const fetched = await fetchThread(user, thread.place)
      expect(
        withoutOlderComments(fetched, thread.shown()),
        `${user.name} ${JSON.stringify(thread.place)}`,
      ).toEqual(fetched)
    }
  }
}

/** A screen keeps older comments that a fresh request, which returns the newest ones, no longer includes. */
function withoutOlderComments(fetched: ShownThread, shown: ShownThread): ShownThread {
  if (!fetched?.hasOlder || shown === null) return shown
  return { ...shown, comments: shown.comments.slice(-fetched.comments.length), hasOlder: true }
}
