import { del, delMany, entries, promisifyRequest } from 'idb-keyval'
import { baseOf, type EditorState } from '#client/features/notes/sync/editor.reducer.ts'
import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import { currentSaveFailure, type SaveFailure } from '#client/features/notes/sync/note.saveFailure.ts'
import { createDeviceStore, onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { createBeforeUnloadStore } from '#client/platform/browser/storage.ts'
import { parseQuickNote } from '#protocol/plainText.ts'
import { emitDraftsChanged } from './note.draftEvents.ts'
import { holdLock, isLockHeld } from './note.locks.ts'
import { isSavePending } from './note.pendingSaves.ts'

/** Unsaved content, stored on this device until the server has it. */
export interface Draft extends NoteContent {
  /** The version on which it is based; 0 for a new note. */
  version: number
  /** Content of the note at `version`, if known. A restored note has this content under another version. */
  base?: NoteContent
  /** Request key of the first save. Also identifies the editor. */
  requestKey: string
  /** Milliseconds since 1970. */
  keptAt: number
  /** Absent from drafts of earlier releases. */
  topicNo?: number
  /** Moved here from a deleted note. */
  isOfGoneNote?: boolean
  /** Created by a link or another app, and not accepted yet. There is at most one such draft. */
  isOfLink?: boolean
  /** When the user requested the save, in milliseconds since 1970. The outbox sends such drafts in this order. */
  askedAt?: number
  /** Why the outbox does not send it; the user has to decide. */
  trouble?: SaveFailure
  /** Contents that were sent without a response, as in `EditorState`. Absent from drafts of earlier releases. */
  unanswered?: readonly NoteContent[]
  keepsEarlier?: boolean
}

/**
 * Identifies a draft by user, note or topic, and editor: two tabs may each edit the same note, or a new note under the same topic. Without
 * `requestKey` it means the latest draft of any editor.
 */
export type DraftSubject = { userNo: number; requestKey?: string } & (
  | { noteNo: number }
  | { topicNo: number }
)

/** A reloading tab releases its lock within this time. */
const LOCK_RELEASE_MS = 500

/** A draft that no open editor has locked. */
export type UnlockedDraft = Draft & { subject: DraftSubject }

const drafts = createDeviceStore('geulmaru', 'drafts')

/** Whether the device store does not answer, so that drafts may be missing. `onStoreRecovered` fires once it answers. */
export const isDraftStoreUnavailable = drafts.isUnresponsive

/** Drafts that the device store rejected. They last as long as the page. */
const memoryDrafts = createBeforeUnloadStore<Draft>()

/** Keys of deleted drafts that are still in the device store. */
const pendingDeletions = new Set<string>()

async function allDrafts(): Promise<[key: string, draft: Draft][]> {
  return withMemoryDrafts(await entries<string, Draft>(drafts).catch(() => []))
}

function withMemoryDrafts(stored: [key: string, draft: Draft][]): [key: string, draft: Draft][] {
  const remaining = stored.filter(([key]) => !pendingDeletions.has(key))
  return [...new Map([...remaining, ...memoryDrafts.entries()])]
}

onStoreRecovered(() => void retryFailedWrites())

async function retryFailedWrites(): Promise<void> {
  for (const key of [...pendingDeletions]) await deleteDraft(subjectOf(key))
  for (const [key, draft] of memoryDrafts.entries()) await saveDraft(subjectOf(key), draft)
  emitDraftsChanged()
}

async function draftsOf(userNo: number): Promise<[key: string, draft: Draft][]> {
  return (await allDrafts()).filter(([key]) => key.startsWith(`${userNo}/`))
}

function keyOf(subject: DraftSubject): string {
  const what = 'noteNo' in subject ? `note/${subject.noteNo}` : `topic/${subject.topicNo}`
  return `${subject.userNo}/${what}/${subject.requestKey ?? ''}`
}

const lockOf = (requestKey: string) => `geulmaru-draft/${requestKey}`

/** Hides the drafts of an open editor from other tabs while this page lives. Returns the release function. */
export function lockDrafts(requestKey: string): () => void {
  const release = holdLock(lockOf(requestKey))
  return () => {
    release()
    emitDraftsChanged()
  }
}

/** The latest draft of the subject that no open editor has locked. */
export async function findUnlockedDraft(subject: DraftSubject): Promise<Draft | undefined> {
  const [last] = await findUnlocked(keyOf(subject))
  return last
}

/** Unlocked drafts of new notes under a topic, newest first, without queued drafts, which the note lists show. */
export async function findUnfinishedDrafts(userNo: number, topicNo: number): Promise<UnlockedDraft[]> {
  const current = await findUnlocked(keyOf({ userNo, topicNo }))
  return current.filter(({ askedAt }) => askedAt === undefined)
}

/** Whether this device has the draft, locked or not. */
export async function hasDraft(subject: DraftSubject): Promise<boolean> {
  return (await allDrafts()).some(([key]) => key === keyOf(subject))
}

/** Unlocked drafts of a user, newest first. */
export function findUnlockedDrafts(userNo: number): Promise<UnlockedDraft[]> {
  return findUnlocked(`${userNo}/`)
}

/** Drafts that lists show: unlocked drafts, and drafts that a closed editor is still saving. */
export function findListedDrafts(userNo: number): Promise<UnlockedDraft[]> {
  return findUnlocked(`${userNo}/`, isSavePending)
}

async function findUnlocked(
  keyPrefix: string,
  ignoresLock: (requestKey: string) => boolean = () => false,
): Promise<UnlockedDraft[]> {
  const candidates = (await allDrafts()).filter(([key]) => key.startsWith(keyPrefix))
  const locked = await Promise.all(
    candidates.map(
      ([, { requestKey }]) => !ignoresLock(requestKey) && isLockHeld(lockOf(requestKey), LOCK_RELEASE_MS),
    ),
  )
  const freeKeys = candidates.map(([key]) => key).filter((_, index) => !locked[index])
  // Read again: an editor may have saved a draft before it released the lock.
  const current = new Map(await allDrafts())
  return freeKeys.flatMap(key => toUnlockedDraft(key, current.get(key))).sort((a, b) => b.keptAt - a.keptAt)
}

const toUnlockedDraft = (key: string, draft: Draft | undefined): UnlockedDraft[] =>
  draft ? [{ ...draft, subject: subjectOf(key) }] : []

function subjectOf(key: string): DraftSubject {
  const [userNo, what, number, requestKey = ''] = key.split('/')
  const owner = { userNo: Number(userNo), requestKey }
  return what === 'note' ? { ...owner, noteNo: Number(number) } : { ...owner, topicNo: Number(number) }
}

/** The title, or the first line with words as in quick notes, or an empty string. */
export function getDraftName({ title, text }: NoteContent): string {
  return title.trim() || (parseQuickNote(text)?.title ?? '')
}

export function createDraft(state: EditorState, keptAt: number): Draft {
  const { content, version, requestKey, topicNo, unacknowledged, keepsEarlier, saveRequestedAt } = state
  const saveFailure = saveRequestedAt === null ? null : currentSaveFailure(state)
  const base = baseOf(state)
  return {
    ...content,
    version,
    ...(base && { base }),
    requestKey,
    topicNo,
    keptAt,
    unanswered: unacknowledged,
    keepsEarlier,
    ...(state.offeredDraft?.isOfLink && { isOfLink: true }),
    ...(saveRequestedAt !== null && { askedAt: saveRequestedAt }),
    ...(saveFailure && { trouble: saveFailure }),
  }
}

/** Returns whether the device stored the draft. Otherwise it is in memory only. */
export async function saveDraft(subject: DraftSubject, draft: Draft): Promise<boolean> {
  const key = keyOf(subject)
  memoryDrafts.put(key, draft)
  pendingDeletions.delete(key)
  const isStored = await saveDraftOnDevice(subject, draft)
  // A later call may have replaced or deleted the draft meanwhile.
  if (isStored && memoryDrafts.get(key) === draft) memoryDrafts.drop(key)
  return isStored
}

/** Like `saveDraft`, without the copy in memory. */
export async function saveDraftOnDevice(subject: DraftSubject, draft: Draft): Promise<boolean> {
  const isStored = await drafts('readwrite', store => {
    store.put(draft, keyOf(subject))
    // Commits explicitly: an unloading page may not reach the implicit commit.
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  }).then(
    () => true,
    () => false,
  )
  emitDraftsChanged()
  return isStored
}

/**
 * Stores a draft that a link created and deletes the previous such draft, because any website can open such links any number of times.
 * Falls back to memory if the device rejects the write.
 */
export async function saveLinkDraft(subject: DraftSubject, draft: Draft): Promise<void> {
  try {
    await drafts('readwrite', store => {
      const request: IDBRequest<IDBCursorWithValue | null> = store.openCursor()
      request.onsuccess = () => {
        const cursor = request.result
        if (cursor === null) {
          store.put({ ...draft, isOfLink: true }, keyOf(subject))
          return
        }
        const isOwn = String(cursor.key).startsWith(`${subject.userNo}/`)
        if (isOwn && (cursor.value as Draft).isOfLink) cursor.delete()
        cursor.continue()
      }
      return promisifyRequest(store.transaction)
    })
  } catch {
    memoryDrafts.put(keyOf(subject), { ...draft, isOfLink: true })
  }
  emitDraftsChanged()
}

export async function deleteDraft(subject: DraftSubject): Promise<void> {
  const key = keyOf(subject)
  memoryDrafts.drop(key)
  pendingDeletions.add(key)
  await del(key, drafts).then(
    () => pendingDeletions.delete(key),
    () => undefined,
  )
  emitDraftsChanged()
}

/** Replaces or deletes an unlocked draft, unless it has changed since it was read. */
export async function replaceDraft({ subject, keptAt }: UnlockedDraft, next: Draft | null): Promise<void> {
  const key = keyOf(subject)
  if (memoryDrafts.get(key)?.keptAt === keptAt) {
    if (next) memoryDrafts.put(key, next)
    else memoryDrafts.drop(key)
  }
  try {
    await drafts('readwrite', store => {
      const request: IDBRequest<Draft | undefined> = store.get(key)
      request.onsuccess = () => {
        if (request.result?.keptAt !== keptAt) return
        if (next) store.put(next, key)
        else store.delete(key)
      }
      return promisifyRequest(store.transaction)
    })
  } catch {
    // The draft stays. Sending it again is idempotent.
  }
  emitDraftsChanged()
}

export const isOnlyInMemory = (subject: DraftSubject) => memoryDrafts.get(keyOf(subject)) !== undefined

/** Number of the user's drafts that are only in memory, locked or not. */
export function countMemoryDrafts(userNo: number): number {
  return memoryDrafts.entries().filter(([key]) => key.startsWith(`${userNo}/`)).length
}

/** Number of the user's stored drafts that wait only for a connection, locked or not. */
export function countPendingDrafts(userNo: number): Promise<number> {
  return countDrafts(userNo, isPending)
}

/** Number of the user's other stored drafts, locked or not. */
export function countTypedDrafts(userNo: number): Promise<number> {
  return countDrafts(userNo, draft => !isPending(draft))
}

const isPending = ({ askedAt, trouble: saveFailure }: Draft) =>
  askedAt !== undefined && saveFailure === undefined

async function countDrafts(userNo: number, matches: (draft: Draft) => boolean): Promise<number> {
  return (await draftsOf(userNo)).filter(
    ([key, draft]) => memoryDrafts.get(key) === undefined && matches(draft),
  ).length
}

/** Texts of all drafts of the user, locked or not. Rejects if the device store fails. */
export async function readDraftTexts(userNo: number): Promise<string[]> {
  const all = withMemoryDrafts(await entries<string, Draft>(drafts))
  return all.filter(([key]) => key.startsWith(`${userNo}/`)).map(([, { text }]) => text)
}

/** Deletes all drafts of a deleted account. */
export async function deleteDraftsOf(userNo: number): Promise<void> {
  const keys = (await draftsOf(userNo)).map(([key]) => key)
  for (const key of keys) memoryDrafts.drop(key)
  // Without a device store there is nothing to delete.
  await delMany(keys, drafts).catch(() => undefined)
}
