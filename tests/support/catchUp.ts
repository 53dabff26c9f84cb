import type { UnreadView } from '#protocol/hubs.ts'
import type { Listener, Received } from './listener.ts'
import { makeHub, type Person, shareNewNote } from './person.ts'

/**
 * Returns how to wait until tabs have heard all that was said so far, at the speaker's node or at their own: the
 * speaker shares a note in a hub of these two made for this, and what a node says later is heard later.
 */
export async function catchUpWith(
  speaker: Person,
  receiver: Person,
): Promise<(...tabs: Listener[]) => Promise<void>> {
  const hubNo = await makeHub(speaker, receiver)
  return async (...tabs) => {
    const noteNo = await shareNewNote(speaker, hubNo)
    for (const tab of tabs) {
      await tab.receives('note:shared', ({ note }) => note.noteNo === noteNo)
    }
  }
}

/** The unread number that a screen shows of a hub after all that it heard: the one of the highest revision. */
export function unreadOn({ received }: Listener, hubNo: number): number | undefined {
  let shown: { numUnreadArticles: number; revision: number } | undefined
  for (const event of received) {
    const told = unreadTold(event)
    if (told?.hubNo === hubNo && told.revision >= (shown?.revision ?? 0)) shown = told
  }
  return shown?.numUnreadArticles
}

/** The unread number that an event tells, alone or beside something else. */
export function unreadTold({ name, payload }: Received): UnreadView | undefined {
  if (name === 'unread:changed') return payload
  if (name === 'hub:added') return payload.hub
  if (name !== 'note:shared' && name !== 'note:withdrawn') return undefined
  return payload.unread && { hubNo: payload.hubNo, ...payload.unread }
}

/** The titles of the notes that a screen shows of a hub after all that it heard, in the order of the hub's versions. */
export function titlesOn({ received }: Listener, hubNo: number): string[] {
  const titles = new Map<number, { title: string; noteVersion: number }>()
  const said = received.flatMap(event => ('version' in event.payload ? [event] : []))
  said.sort((a, b) => versionOf(a.payload) - versionOf(b.payload))
  for (const { name, payload } of said) {
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
