import { delMany, entries, get, keys, set } from 'idb-keyval'
import { createHeldByPage } from '#client/platform/browser/beforeUnloadStore.ts'
import { createDeviceStore } from '#client/platform/browser/deviceStore.ts'

/** A picture that was put into a text, as it lies on this device until a saved note holds it. */
export interface PictureCopy {
  file: Blob
  /** What its file was called. */
  name: string
  /** Milliseconds since 1970. */
  keptAt: number
  /** Where it has gone up to. The server forgets what no note holds for a month. */
  address?: string
}

/** Where an editor keeps its pictures, by the keys of their uploads. */
export interface Copies {
  /** Rejects where the device may have it and does not answer. */
  find: (key: string) => Promise<PictureCopy | undefined>
  /** In the page where the device takes nothing: then they last as long as the page. */
  keep: (key: string, copy: PictureCopy) => Promise<void>
  drop: (keys: readonly string[]) => Promise<void>
  all: () => Promise<[key: string, copy: PictureCopy][]>
}

const pictures = createDeviceStore('geulmaru-pictures', 'pictures')

/** What the device did not take: a note that is sent later still finds its pictures. */
const unkept = createHeldByPage<PictureCopy>()

/** One person's. */
export function copiesOf(userNo: number): Copies {
  const own = `${userNo}/`
  return {
    async find(key) {
      const held = unkept.get(own + key)
      if (held) return held
      try {
        return await get<PictureCopy>(own + key, pictures)
      } catch (error) {
        // Unknown is not absent: a text would lose its picture.
        if (pictures.isSilent()) throw error
        return undefined
      }
    },
    async keep(key, copy) {
      try {
        await set(own + key, copy, pictures)
        unkept.drop(own + key)
      } catch {
        unkept.put(own + key, copy)
      }
    },
    async drop(dropped) {
      const named = dropped.map(key => own + key)
      for (const key of named) unkept.drop(key)
      // What stays is dropped later with the other leftovers.
      await delMany(named, pictures).catch(() => undefined)
    },
    async all() {
      const kept = await entries<string, PictureCopy>(pictures).catch(() => [])
      return [...new Map([...kept, ...unkept.entries()])]
        .filter(([key]) => key.startsWith(own))
        .map(([key, copy]) => [key.slice(own.length), copy])
    },
  }
}

/** All of one person's, when the account is gone. */
export async function dropCopiesOf(userNo: number): Promise<void> {
  const isOwn = (key: string) => key.startsWith(`${userNo}/`)
  for (const [key] of unkept.entries()) if (isOwn(key)) unkept.drop(key)
  const kept = await keys<string>(pictures).catch(() => [])
  await delMany(kept.filter(isOwn), pictures).catch(() => undefined)
}
