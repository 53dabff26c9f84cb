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
  /** The topic of its note; absent from drafts of earlier releases. */
  topicNo?: number
  /** It was moved here from a note that is gone. */
  isOfGoneNote?: boolean
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

/** A draft with what it is a draft of. */
export type LeftDraft = Draft & { subject: DraftSubject }

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

/** The last one of the subject that a closed or dead tab has left. */
export async function findLeftDraft(subject: DraftSubject): Promise<Draft | undefined> {
  const [last] = await leftDrafts(keyOf(subject))
  return last
}

/** All of one person's that no open editor holds, the last written first. */
export function findLeftDrafts(userNo: number): Promise<LeftDraft[]> {
  return leftDrafts(`${userNo}/`)
}

/** None when the browser keeps nothing, as some do in private windows. */
async function leftDrafts(keysBegin: string): Promise<LeftDraft[]> {
  try {
    const kept = (await entries<string, Draft>(drafts)).filter(([key]) => key.startsWith(keysBegin))
    const held = await Promise.all(
      kept.map(([, draft]) => isHeldFor(lockOf(draft.requestKey), LETTING_GO_MS)),
    )
    return kept
      .filter((_, index) => !held[index])
      .map(([key, draft]) => ({ ...draft, subject: subjectOf(key) }))
      .sort((a, b) => b.keptAt - a.keptAt)
  } catch {
    return []
  }
}

function subjectOf(key: string): DraftSubject {
  const [userNo, what, number, requestKey = ''] = key.split('/')
  const whose = { userNo: Number(userNo), requestKey }
  return what === 'note' ? { ...whose, noteNo: Number(number) } : { ...whose, topicNo: Number(number) }
}

/** Whether this device has it now. */
export async function keepDraft(subject: DraftSubject, draft: Draft): Promise<boolean> {
  try {
    await set(keyOf(subject), draft, drafts)
    return true
  } catch {
    return false
  }
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
