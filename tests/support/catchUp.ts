import type { UnreadView } from '#protocol/hubs.ts'
import type { Received, TestSocket } from './testSocket.ts'
import { makeHub, shareNewNote, type TestUser } from './users.ts'

/**
 * Returns a function that waits until tabs have received every earlier event of a node. It shares a note in a hub of
 * two users created for this; a node sends events in order, so the earlier ones have arrived with it.
 */
export async function createCatchUp(
  speaker: TestUser,
  receiver: TestUser,
): Promise<(...tabs: TestSocket[]) => Promise<void>> {
  const hubNo = await makeHub(speaker, receiver)
  return async (...tabs) => {
    const noteNo = await shareNewNote(speaker, hubNo)
    for (const tab of tabs) {
      await tab.waitForEvent('note:shared', ({ note }) => note.noteNo === noteNo)
    }
  }
}

/** The unread number of a hub on a screen after all its events: the one with the highest revision. */
export function unreadCountOn({ received }: TestSocket, hubNo: number): number | undefined {
  let latest: { numUnreadArticles: number; revision: number } | undefined
  for (const event of received) {
    const unread = unreadInEvent(event)
    if (unread?.hubNo === hubNo && unread.revision >= (latest?.revision ?? 0)) latest = unread
  }
  return latest?.numUnreadArticles
}

/** The unread number in an event, if it has one. */
function unreadInEvent({ name, payload }: Received): UnreadView | undefined {
  if (name === 'unread:changed') return payload
  if (name === 'hub:added') return payload.hub
  if (name !== 'note:shared' && name !== 'note:withdrawn') return undefined
  return payload.unread && { hubNo: payload.hubNo, ...payload.unread }
}

/** The titles of a hub’s notes on a screen after all its events, in version order. */
export function noteTitlesOn({ received }: TestSocket, hubNo: number): string[] {
  const titles = new Map<number, { title: string; noteVersion: number }>()
  const events = received.flatMap(event => ('version' in event.payload ? [event] : []))
  events.sort((a, b) => versionOf(a.payload) - versionOf(b.payload))
  for (const { name, payload } of events) {
    if (!('hubNo' in payload) || payload.hubNo !== hubNo) continue
    if (name === 'note:shared') {
      const { noteNo, articleTitle, noteVersion } = payload.note
      titles.set(noteNo, { title: articleTitle, noteVersion })
    }
    if (name === 'note:withdrawn') titles.delete(payload.noteNo)
    if (name === 'note:changed') {
      const { noteNo, articleTitle, noteVersion } = payload
      if (noteVersion > (titles.get(noteNo)?.noteVersion ?? Number.POSITIVE_INFINITY))
        titles.set(noteNo, { title: articleTitle, noteVersion })
    }
  }
  return [...titles.values()].map(({ title }) => title)
}

function versionOf(payload: object): number {
  return 'version' in payload ? Number(payload.version) : 0
}
