import { createStore, del, delMany, entries, get, keys, set } from 'idb-keyval'
import type { Writing } from './note.editor.ts'

/** What is written and not saved, kept on this device until the server has it. */
export interface Draft extends Writing {
  /** The version that it builds on; 0 for a note that was never saved. */
  version: number
  /** Of a note's first save. */
  requestKey: string
  /** Milliseconds since 1970. */
  keptAt: number
}

/**
 * Whose draft of what. A note that has no number yet is known by the key of its first save, for two tabs may each write
 * one under the same topic; without a key, the one written last is meant.
 */
export type DraftSubject = { userNo: number } & (
  | { noteNo: number }
  | { topicNo: number; requestKey?: string }
)

const drafts = createStore('geulmaru', 'drafts')

function keyOf(subject: DraftSubject): string {
  const { userNo } = subject
  if ('noteNo' in subject) return `${userNo}/note/${subject.noteNo}`
  return `${userNo}/topic/${subject.topicNo}/${subject.requestKey ?? ''}`
}

/** Undefined when there is none, or when the browser keeps nothing, as some do in private windows. */
export async function readDraft(subject: DraftSubject): Promise<Draft | undefined> {
  try {
    const wanted = keyOf(subject)
    if (!wanted.endsWith('/')) return await get<Draft>(wanted, drafts)
    const kept = await entries<string, Draft>(drafts)
    const ofTopic = kept.flatMap(([key, draft]) => (key.startsWith(wanted) ? [draft] : []))
    return ofTopic.sort((a, b) => b.keptAt - a.keptAt)[0]
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
