import { del, delMany, entries, promisifyRequest } from 'idb-keyval'
import { openChannel } from '#client/platform/browser/broadcast.ts'
import { createDeviceStore, onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { createBeforeUnloadStore } from '#client/platform/browser/storage.ts'
import { holdLock, isLockHeld } from './locks.ts'
import { convertOldDrafts } from './oldDrafts.ts'
import type { StoredDocument } from './storedDocument.ts'

/** A reloading tab releases its lock within this time. */
const LOCK_RELEASE_MS = 500

const copies = createDeviceStore('geulmaru-documents', 'copies')

/** Copies that the device rejected. They last as long as the page. */
const memoryCopies = createBeforeUnloadStore<StoredDocument>()

const channel = openChannel<'changed'>('geulmaru-documents')
const listeners = new Set<() => void>()
const notifyThisTab = () => {
  for (const listener of listeners) listener()
}
channel?.onMessage(notifyThisTab)

/** Called after a copy on this device was stored, deleted or released, in any tab. Returns the unsubscribe function. */
export function onCopiesChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function emitCopiesChanged(): void {
  notifyThisTab()
  channel?.post('changed')
}

onStoreRecovered(() => {
  for (const [copyId, copy] of memoryCopies.entries()) void storeCopy(copyId, copy)
})

/** Stores or, for null, deletes a copy. Returns whether the device did; otherwise the copy is in memory only. */
export async function storeCopy(copyId: string, copy: StoredDocument | null): Promise<boolean> {
  if (copy === null) memoryCopies.drop(copyId)
  else memoryCopies.put(copyId, copy)
  const isDone = await (copy === null ? del(copyId, copies) : put(copyId, copy)).then(
    () => true,
    () => false,
  )
  // A later call may have replaced it meanwhile.
  if (isDone && copy !== null && memoryCopies.get(copyId) === copy) memoryCopies.drop(copyId)
  emitCopiesChanged()
  return isDone
}

function put(copyId: string, copy: StoredDocument): Promise<void> {
  return copies('readwrite', store => {
    store.put(copy, copyId)
    // Commits explicitly: an unloading page may not reach the implicit commit.
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  })
}

const lockOf = (copyId: string) => `geulmaru-copy/${copyId}`

/** The release functions of copies that wait for an editor of this page. */
const reservations = new Map<string, () => void>()
/** How long a copy waits for its editor, in milliseconds. */
const RESERVED_MS = 10_000

/** Stores the copy of a new note that an editor of this page opens next. Until then, nobody else uses it, and it is not sent. */
export async function storeCopyForEditor(copy: StoredDocument): Promise<void> {
  const { copyId } = copy
  const release = lockCopy(copyId)
  reservations.set(copyId, release)
  setTimeout(() => reservations.get(copyId) === release && endReservation(copyId), RESERVED_MS)
  await storeCopy(copyId, copy)
}

function endReservation(copyId: string): void {
  const release = reservations.get(copyId)
  reservations.delete(copyId)
  release?.()
}

/** Keeps other tabs from using a copy while this page lives. Returns the release function. */
export function lockCopy(copyId: string): () => void {
  const release = holdLock(lockOf(copyId))
  // The editor that it waits for is the next one that gets the lock.
  endReservation(copyId)
  return () => {
    release()
    emitCopiesChanged()
  }
}

/**
 * The copy with which an editor begins. While another tab or the sender uses it, the editor gets a copy of its own: the document has the
 * changes of both once.
 */
export async function findCopyForEditor(
  userNo: number,
  isSought: (copy: StoredDocument) => boolean,
): Promise<StoredDocument | undefined> {
  const find = async () => (await findCopies(userNo)).find(isSought)
  const copy = await find()
  if (copy === undefined || reservations.has(copy.copyId)) return copy
  const free = (await findFreeCopies(userNo)).find(isSought)
  if (free) return free
  // Its user may have saved or discarded it meanwhile.
  const used = await find()
  return used && { ...used, copyId: makeRequestKey() }
}

/** Copies of a user that no open editor uses, last changed first. */
export async function findFreeCopies(userNo: number): Promise<StoredDocument[]> {
  const candidates = await findCopies(userNo)
  const locked = await Promise.all(
    candidates.map(({ copyId }) => isLockHeld(lockOf(copyId), LOCK_RELEASE_MS)),
  )
  const freeIds = new Set(candidates.filter((_, index) => !locked[index]).map(({ copyId }) => copyId))
  // Read again: an editor may have stored its copy before it released the lock.
  return (await findCopies(userNo)).filter(({ copyId }) => freeIds.has(copyId))
}

/** Stores foreign text in place of the last one: any website can open such links any number of times. */
export async function storeForeignCopy(copy: StoredDocument): Promise<void> {
  const earlier = (await findFreeCopies(copy.userNo)).filter(({ isForeign }) => isForeign)
  for (const { copyId } of earlier) await storeCopy(copyId, null)
  await storeCopy(copy.copyId, copy)
}

/** Copies of a user, last changed first. Without a store, those in memory. */
export async function findCopies(userNo: number): Promise<StoredDocument[]> {
  await convertOnce()
  const stored = await entries<string, StoredDocument>(copies).catch(() => [])
  return ownCopies(userNo, stored)
}

let conversion: Promise<void> | null = null

/** Runs again after a failure. */
async function convertOnce(): Promise<void> {
  conversion ??= convertOldDrafts(copy => storeCopy(copy.copyId, copy)).catch(() => {
    conversion = null
  })
  await conversion
}

function ownCopies(userNo: number, stored: readonly [string, StoredDocument][]): StoredDocument[] {
  return [...new Map([...stored, ...memoryCopies.entries()]).values()]
    .filter(copy => copy.userNo === userNo)
    .sort((one, other) => other.keptAt - one.keptAt)
}

/** The texts of all copies of a user. Rejects if the device does not answer. */
export async function readCopyTexts(userNo: number): Promise<string[]> {
  return ownCopies(userNo, await entries<string, StoredDocument>(copies)).map(({ content }) => content.text)
}

/** The number of copies that are only in memory. */
export const countMemoryCopies = (userNo: number) => ownCopies(userNo, []).length

/** Deletes all copies of a deleted account. */
export async function deleteCopiesOf(userNo: number): Promise<void> {
  const ids = (await findCopies(userNo)).map(({ copyId }) => copyId)
  for (const id of ids) memoryCopies.drop(id)
  // Without a device store there is nothing to delete.
  await delMany(ids, copies).catch(() => undefined)
}
