import { createStore, del, delMany, entries, keys, set } from 'idb-keyval'
import type { Writing } from './note.editor.ts'
import { hold, isHeldFor } from './note.locks.ts'

/** What is written and not saved, kept on this device until the server has it. */
export interface Draft extends Writing {
  /** The version that it builds on; 0 for a note that was never saved. */
  version: number
  /** Of a note's first save; names the editor that keeps it. */
  requestKey: string
  /** Milliseconds since 1970. */
  keptAt: number
}

/**
 * Whose draft of what, and of which editor: two tabs may each write a new note under the same topic, or on the same
 * note. Without an editor's key the draft is meant that was written last.
 */
export type DraftSubject = { userNo: number; requestKey?: string } & (
  | { noteNo: number }
  | { topicNo: number }
)

/** A tab that is reloaded lets go of its draft only on its way. In milliseconds. */
const LETTING_GO_MS = 500

const drafts = createStore('geulmaru', 'drafts')

function keyOf(subject: DraftSubject): string {
  const what = 'noteNo' in subject ? `note/${subject.noteNo}` : `topic/${subject.topicNo}`
  return `${subject.userNo}/${what}/${subject.requestKey ?? ''}`
}

const lockOf = (requestKey: string) => `geulmaru-draft/${requestKey}`

/** Keeps an open editor's drafts from being offered to other tabs as long as this one lives. Returns how to end that. */
export function holdDrafts(requestKey: string): () => void {
  return hold(lockOf(requestKey))
}

/**
 * The last one that a closed or dead tab has left. Undefined when there is none, or when the browser keeps nothing, as
 * some do in private windows.
 */
export async function findLeftDraft(subject: DraftSubject): Promise<Draft | undefined> {
  try {
    const wanted = keyOf(subject)
    const kept = await entries<string, Draft>(drafts)
    const ofSubject = kept.flatMap(([key, draft]) => (key.startsWith(wanted) ? [draft] : []))
    const held = await Promise.all(ofSubject.map(draft => isHeldFor(lockOf(draft.requestKey), LETTING_GO_MS)))
    return ofSubject.filter((_, index) => !held[index]).sort((a, b) => b.keptAt - a.keptAt)[0]
  } catch {
    return undefined
  }
}

export async function keepDraft(subject: DraftSubject, draft: Draft): Promise<void> {
  await set(keyOf(subject), draft, drafts).catch(() => undefined)
}

export async function dropDraft(subject: DraftSubject): Promise<void> {
  await del(keyOf(subject), drafts).catch(() => undefined)
}

/** All of one person's, when the account is gone. */
export async function dropDraftsOf(userNo: number): Promise<void> {
  try {
    const kept = await keys<string>(drafts)
    await delMany(
      kept.filter(key => key.startsWith(`${userNo}/`)),
      drafts,
    )
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}
