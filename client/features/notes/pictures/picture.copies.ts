import { createStore, del, delMany, entries, get, keys, set } from 'idb-keyval'

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
  find: (key: string) => Promise<PictureCopy | undefined>
  /** Nothing in a browser that keeps nothing: then they last as long as the tab. */
  keep: (key: string, copy: PictureCopy) => Promise<void>
  drop: (keys: readonly string[]) => Promise<void>
  all: () => Promise<[key: string, copy: PictureCopy][]>
}

const pictures = createStore('geulmaru-pictures', 'pictures')

/** One person's. */
export function copiesOf(userNo: number): Copies {
  const own = `${userNo}/`
  return {
    find: key => get<PictureCopy>(own + key, pictures).catch(() => undefined),
    keep: (key, copy) => set(own + key, copy, pictures).catch(() => undefined),
    drop: dropped =>
      delMany(
        dropped.map(key => own + key),
        pictures,
      ).catch(() => undefined),
    async all() {
      const kept = await entries<string, PictureCopy>(pictures).catch(() => [])
      return kept.filter(([key]) => key.startsWith(own)).map(([key, copy]) => [key.slice(own.length), copy])
    },
  }
}

/** All of one person's, when the account is gone. */
export async function dropCopiesOf(userNo: number): Promise<void> {
  const kept = await keys<string>(pictures).catch(() => [])
  for (const key of kept) if (key.startsWith(`${userNo}/`)) await del(key, pictures).catch(() => undefined)
}
