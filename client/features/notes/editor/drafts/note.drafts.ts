import { del, delMany, entries, promisifyRequest } from 'idb-keyval'
import type { NoteContent } from '#client/features/notes/editor/saving/note.content.ts'
import { baseOf, type EditorState } from '#client/features/notes/editor/saving/note.editor.ts'
import { type SaveFailure, saveFailureOf } from '#client/features/notes/editor/saving/note.saveFailure.ts'
import { createHeldByPage } from '#client/platform/browser/beforeUnloadStore.ts'
import { createDeviceStore, onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { quickNoteOf } from '#protocol/quickNote.ts'
import { emitDraftsChanged } from './note.draftEvents.ts'
import { isLeft } from './note.leaving.ts'
import { hold, isHeldFor } from './note.locks.ts'

/** What is written and not saved, kept on this device until the server has it. */
export interface Draft extends NoteContent {
  /** The version that it builds on; 0 for a note that was never saved. */
  version: number
  /** What the note was on that version, where that is known: it may come back from the trash as another version. */
  base?: NoteContent
  /** Of a note's first save; names the editor that keeps it. */
  requestKey: string
  /** Milliseconds since 1970. */
  keptAt: number
  /** The topic of its note; absent from drafts of earlier releases. */
  topicNo?: number
  /** It was moved here from a note that is gone. */
  isOfGoneNote?: boolean
  /** A link began it, and nobody has taken it up yet: of these there is one at the most. */
  isOfLink?: boolean
  /** When its saving was asked for, in milliseconds since 1970: it is sent by itself, the first asked first. */
  askedAt?: number
  /** Why it is not sent by itself after all; its writer decides. */
  trouble?: SaveFailure
  /** What was sent of it and not answered, as in the editor's state; absent from drafts of earlier releases. */
  unanswered?: readonly NoteContent[]
  keepsEarlier?: boolean
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

const drafts = createDeviceStore('geulmaru', 'drafts')

/** Whether this device may have drafts that it does not tell of. `onStoreRecovered` calls back once it does. */
export const isDraftStoreSilent = drafts.isSilent

/** Where the device keeps nothing, or has no room, an editor that is left does not take its words along. */
const unkept = createHeldByPage<Draft>()

/** Keys of drafts that were dropped, until the device has deleted them. */
const undeleted = new Set<string>()

/** All that this device keeps, and this page. */
async function allDrafts(): Promise<[key: string, draft: Draft][]> {
  return withUnkept(await entries<string, Draft>(drafts).catch(() => []))
}

function withUnkept(onDevice: [key: string, draft: Draft][]): [key: string, draft: Draft][] {
  const kept = onDevice.filter(([key]) => !undeleted.has(key))
  return [...new Map([...kept, ...unkept.entries()])]
}

onStoreRecovered(() => void catchUp())

/** Does what could not be done while the device did not answer. */
async function catchUp(): Promise<void> {
  for (const key of [...undeleted]) await dropDraft(subjectOf(key))
  for (const [key, draft] of unkept.entries()) await keepDraft(subjectOf(key), draft)
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

/** Keeps an open editor's drafts from being offered to other tabs as long as this one lives. Returns how to end that. */
export function holdDrafts(requestKey: string): () => void {
  const letGo = hold(lockOf(requestKey))
  return () => {
    letGo()
    emitDraftsChanged()
  }
}

/** The last one of the subject that a closed or dead tab has left. */
export async function findLeftDraft(subject: DraftSubject): Promise<Draft | undefined> {
  const [last] = await leftDrafts(keyOf(subject))
  return last
}

/** Drafts of new notes under a topic that no open editor holds, newest first. Drafts that wait to be sent are in the lists instead. */
export async function findUnfinishedDrafts(userNo: number, topicNo: number): Promise<LeftDraft[]> {
  const left = await leftDrafts(keyOf({ userNo, topicNo }))
  return left.filter(({ askedAt }) => askedAt === undefined)
}

/** Whether this device has the draft, even if another tab holds it. */
export async function hasDraft(subject: DraftSubject): Promise<boolean> {
  return (await allDrafts()).some(([key]) => key === keyOf(subject))
}

/** All of one person's that no open editor holds, the last written first. */
export function findLeftDrafts(userNo: number): Promise<LeftDraft[]> {
  return leftDrafts(`${userNo}/`)
}

/** The same for lists: with what an editor that is gone is still saving, so that it is somewhere to be seen. */
export function findShownDrafts(userNo: number): Promise<LeftDraft[]> {
  return leftDrafts(`${userNo}/`, isLeft)
}

async function leftDrafts(
  keysBegin: string,
  isShownAnyway: (requestKey: string) => boolean = () => false,
): Promise<LeftDraft[]> {
  const found = (await allDrafts()).filter(([key]) => key.startsWith(keysBegin))
  const held = await Promise.all(
    found.map(
      ([, { requestKey }]) => !isShownAnyway(requestKey) && isHeldFor(lockOf(requestKey), LETTING_GO_MS),
    ),
  )
  const free = found.map(([key]) => key).filter((_, index) => !held[index])
  // Read again: what was held may have been saved before it was let go.
  const left = new Map(await allDrafts())
  return free.flatMap(key => asLeft(key, left.get(key))).sort((a, b) => b.keptAt - a.keptAt)
}

const asLeft = (key: string, draft: Draft | undefined): LeftDraft[] =>
  draft ? [{ ...draft, subject: subjectOf(key) }] : []

function subjectOf(key: string): DraftSubject {
  const [userNo, what, number, requestKey = ''] = key.split('/')
  const whose = { userNo: Number(userNo), requestKey }
  return what === 'note' ? { ...whose, noteNo: Number(number) } : { ...whose, topicNo: Number(number) }
}

/** Its title, or the first line that has words, as a quick note is named; empty where there are neither. */
export function nameOfDraft({ title, text }: NoteContent): string {
  return title.trim() || (quickNoteOf(text)?.title ?? '')
}

/** The draft of what is written in an editor. */
export function draftOf(state: EditorState, keptAt: number): Draft {
  const { writing, version, requestKey, topicNo, unanswered, keepsEarlier, askedAt } = state
  const saveFailure = askedAt === null ? null : saveFailureOf(state)
  const base = baseOf(state)
  return {
    ...writing,
    version,
    ...(base && { base }),
    requestKey,
    topicNo,
    keptAt,
    unanswered,
    keepsEarlier,
    ...(state.offered?.isOfLink && { isOfLink: true }),
    ...(askedAt !== null && { askedAt }),
    ...(saveFailure && { trouble: saveFailure }),
  }
}

/** Whether this device has it now; otherwise only this page. */
export async function keepDraft(subject: DraftSubject, draft: Draft): Promise<boolean> {
  const key = keyOf(subject)
  unkept.put(key, draft)
  undeleted.delete(key)
  const isKept = await keepOnDevice(subject, draft)
  // By then it may be written on, or not needed any more.
  if (isKept && unkept.get(key) === draft) unkept.drop(key)
  return isKept
}

/** For what stays where it is otherwise: whether this device has it now. */
export async function keepOnDevice(subject: DraftSubject, draft: Draft): Promise<boolean> {
  const isKept = await drafts('readwrite', store => {
    store.put(draft, keyOf(subject))
    // A page that is being left may get no further turn, without which the browser would not commit.
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  }).then(
    () => true,
    () => false,
  )
  emitDraftsChanged()
  return isKept
}

/**
 * Keeps what a link has begun in the place of an earlier one that nobody has taken up: any page may lead here, as often as it
 * likes. In this page alone where the device takes nothing.
 */
export async function keepDraftOfLink(subject: DraftSubject, draft: Draft): Promise<void> {
  try {
    await drafts('readwrite', store => {
      const asked: IDBRequest<IDBCursorWithValue | null> = store.openCursor()
      asked.onsuccess = () => {
        const found = asked.result
        if (found === null) {
          store.put({ ...draft, isOfLink: true }, keyOf(subject))
          return
        }
        const isOwn = String(found.key).startsWith(`${subject.userNo}/`)
        if (isOwn && (found.value as Draft).isOfLink) found.delete()
        found.continue()
      }
      return promisifyRequest(store.transaction)
    })
  } catch {
    unkept.put(keyOf(subject), { ...draft, isOfLink: true })
  }
  emitDraftsChanged()
}

export async function dropDraft(subject: DraftSubject): Promise<void> {
  const key = keyOf(subject)
  unkept.drop(key)
  undeleted.add(key)
  await del(key, drafts).then(
    () => undeleted.delete(key),
    () => undefined,
  )
  emitDraftsChanged()
}

/** Puts another one in the place of a left draft, or none, unless somebody has written on meanwhile. */
export async function replaceLeftDraft({ subject, keptAt }: LeftDraft, next: Draft | null): Promise<void> {
  const key = keyOf(subject)
  if (unkept.get(key)?.keptAt === keptAt) {
    if (next) unkept.put(key, next)
    else unkept.drop(key)
  }
  try {
    await drafts('readwrite', store => {
      const asked: IDBRequest<Draft | undefined> = store.get(key)
      asked.onsuccess = () => {
        if (asked.result?.keptAt !== keptAt) return
        if (next) store.put(next, key)
        else store.delete(key)
      }
      return promisifyRequest(store.transaction)
    })
  } catch {
    // It stays as it is: sent twice it is one note all the same.
  }
  emitDraftsChanged()
}

/** Whether only this page has it. */
export const isUnkept = (subject: DraftSubject) => unkept.get(keyOf(subject)) !== undefined

/** How many of one person's only this page holds; open ones, too. */
export function countUnkeptDrafts(userNo: number): number {
  return unkept.entries().filter(([key]) => key.startsWith(`${userNo}/`)).length
}

/** How many of one person's this device keeps that were to be saved and wait for nothing but the line; open ones, too. */
export function countPendingDrafts(userNo: number): Promise<number> {
  return countDrafts(userNo, isPending)
}

/** How many others of one person's this device keeps; open ones, too. */
export function countTypedDrafts(userNo: number): Promise<number> {
  return countDrafts(userNo, draft => !isPending(draft))
}

const isPending = ({ askedAt, trouble: saveFailure }: Draft) =>
  askedAt !== undefined && saveFailure === undefined

async function countDrafts(userNo: number, isMeant: (draft: Draft) => boolean): Promise<number> {
  return (await draftsOf(userNo)).filter(([key, draft]) => unkept.get(key) === undefined && isMeant(draft))
    .length
}

/** What is written in all of one person's, open ones too. Rejects where the device does not tell. */
export async function textsOfDrafts(userNo: number): Promise<string[]> {
  const all = withUnkept(await entries<string, Draft>(drafts))
  return all.filter(([key]) => key.startsWith(`${userNo}/`)).map(([, { text }]) => text)
}

/** All of one person's, when the account is gone. */
export async function dropDraftsOf(userNo: number): Promise<void> {
  const keys = (await draftsOf(userNo)).map(([key]) => key)
  for (const key of keys) unkept.drop(key)
  // A browser that keeps nothing has nothing to drop.
  await delMany(keys, drafts).catch(() => undefined)
}
