import { delMany, entries, get, keys, set } from 'idb-keyval'
import { readCopyTexts } from '#client/features/documents/documentStore.ts'
import { createDeviceStore } from '#client/platform/browser/deviceStore.ts'
import { createBeforeUnloadStore } from '#client/platform/browser/storage.ts'

/** A picture on this device, stored until a saved note contains it. */
export interface StoredPicture {
  file: Blob
  /** The file name. */
  name: string
  /** Milliseconds since 1970. */
  keptAt: number
  /** The URL after the upload. The server deletes pictures that no note references for a month. */
  address?: string
}

/** The pictures of one user, by upload key. */
export interface PictureStore {
  /** Rejects if the device does not answer, because the picture may exist. */
  find: (key: string) => Promise<StoredPicture | undefined>
  /** Stores in memory if the device rejects the write. */
  save: (key: string, copy: StoredPicture) => Promise<void>
  delete: (keys: readonly string[]) => Promise<void>
  all: () => Promise<[key: string, copy: StoredPicture][]>
}

const pictures = createDeviceStore('geulmaru-pictures', 'pictures')

/** Pictures that the device could not store; drafts sent by this page still find them. */
const memoryStore = createBeforeUnloadStore<StoredPicture>()

export function pictureStoreOf(userNo: number): PictureStore {
  const prefix = `${userNo}/`
  return {
    async find(key) {
      const inMemory = memoryStore.get(prefix + key)
      if (inMemory) return inMemory
      try {
        return await get<StoredPicture>(prefix + key, pictures)
      } catch (error) {
        // Unknown is not absent: otherwise the text would lose its picture.
        if (pictures.isUnresponsive()) throw error
        return undefined
      }
    },
    async save(key, copy) {
      try {
        await set(prefix + key, copy, pictures)
        memoryStore.drop(prefix + key)
      } catch {
        memoryStore.put(prefix + key, copy)
      }
    },
    async delete(droppedKeys) {
      const storedKeys = droppedKeys.map(key => prefix + key)
      for (const key of storedKeys) memoryStore.drop(key)
      // deleteOrphans retries later.
      await delMany(storedKeys, pictures).catch(() => undefined)
    },
    async all() {
      const stored = await entries<string, StoredPicture>(pictures).catch(() => [])
      return [...new Map([...stored, ...memoryStore.entries()])]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, copy]) => [key.slice(prefix.length), copy])
    },
  }
}

/** Called after the account is deleted. */
export async function deletePicturesOf(userNo: number): Promise<void> {
  const isOwn = (key: string) => key.startsWith(`${userNo}/`)
  for (const [key] of memoryStore.entries()) if (isOwn(key)) memoryStore.drop(key)
  const stored = await keys<string>(pictures).catch(() => [])
  await delMany(stored.filter(isOwn), pictures).catch(() => undefined)
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A discarded draft can be restored for a while. */
const UPLOADED_MS = DAY_MS
/** The server or another device may have saved the note before the upload, which resumes when its editor is opened here. */
const NOT_UPLOADED_MS = 30 * DAY_MS

const keptFor = ({ address }: StoredPicture) => (address === undefined ? NOT_UPLOADED_MS : UPLOADED_MS)

/** Deletes stored pictures that no draft of the user references. Deletes none if the drafts cannot be read. */
export async function deleteOrphans(
  userNo: number,
  now: number,
  pictures: PictureStore = pictureStoreOf(userNo),
  draftTexts = readCopyTexts,
): Promise<void> {
  const old = (await pictures.all()).filter(([, picture]) => picture.keptAt < now - keptFor(picture))
  if (old.length === 0) return
  const texts = (await draftTexts(userNo).catch(() => null))?.join('\n')
  if (texts === undefined) return
  await pictures.delete(old.filter(entry => !isReferenced(texts, entry)).map(([key]) => key))
}

function isReferenced(texts: string, [key, { address }]: [key: string, copy: StoredPicture]): boolean {
  return texts.includes(key) || (address !== undefined && texts.includes(address))
}
