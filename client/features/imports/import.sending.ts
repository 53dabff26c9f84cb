import type { Copies, PictureCopy } from '#client/features/notes/pictures/picture.copies.ts'
import type { Uploads } from '#client/features/notes/pictures/picture.uploads.ts'
import { type CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { uploadAddress } from '#protocol/pictureAddress.ts'
import type { CarriedPicture } from './import.chosen.ts'
import { NoteRejected } from './import.importer.ts'
import { withTextChanged } from './import.notes.ts'
import type { PlannedTopic } from './import.plan.ts'

/** What the notes show, by the keys of their uploads. */
type Pictures = ReadonlyMap<string, CarriedPicture>

/** What is to be made. `pictures` is empty where none is to come along. */
export interface Order {
  topics: readonly PlannedTopic[]
  pictures: Pictures
}

/** The pictures of an import, which lie in the files that were chosen; what has gone up is known as long as the page. */
export function copiesAmong(pictures: Pictures): Copies {
  const known = new Map<string, PictureCopy>()
  return {
    async find(key) {
      const picture = pictures.get(key)
      return known.get(key) ?? (picture && { file: picture.file, name: picture.name, keptAt: 0 })
    },
    async keep(key, copy) {
      known.set(key, copy)
    },
    async drop() {},
    all: async () => [],
  }
}

interface PictureSenderParts {
  pictures: Pictures
  uploads: Uploads
  /** So many pictures are up. */
  onSent: (count: number) => void
  /** A picture was refused; its note is made without it. */
  onRejected: (name: string, failure: CallFailed) => void
}

/**
 * Puts the addresses of pictures into texts, once these are up. A refused picture leaves behind what the file called it. Throws
 * CallFailed where trying again helps, and NoteRefused where there is no room for pictures: that note waits until there is, or is
 * brought in without them.
 */
export function createPictureSender({ pictures, uploads, onSent, onRejected }: PictureSenderParts) {
  const sent = new Set<string>()
  const rejected = new Set<string>()
  let noRoom: CallFailed | null = null
  uploads.attach({
    onFound: () => undefined,
    onGone: () => undefined,
    onDone(key) {
      sent.add(key)
      onSent(sent.size)
    },
    onRejected(key, why) {
      if (why?.failure.code === 'quota') noRoom = why.failure
      else if (why && !rejected.has(key)) onRejected(why.name, why.failure)
      rejected.add(key)
    },
  })

  async function addressOf(key: string): Promise<string> {
    const alone = `![](${uploadAddress(key)})`
    if (noRoom === null && !rejected.has(key)) {
      const settled = await uploads.settle(alone)
      if (settled !== '') return settled.slice('![]('.length, -1)
    }
    if (noRoom !== null) throw new NoteRejected(failureText(noRoom))
    return pictures.get(key)?.addressLeft ?? ''
  }

  return {
    async settle(text: string): Promise<string> {
      const addresses = new Map<string, string>()
      for (const key of keysIn(text, pictures)) addresses.set(key, await addressOf(key))
      const settled = text.replace(UPLOAD, (written, key: string, size?: string) => {
        const address = addresses.get(key)
        return address === undefined ? written : sized(address, size)
      })
      return settled.length <= NOTE_BODY_MAX ? settled : withoutSizes(settled)
    },
    stop: uploads.stop,
  }
}

/** Behind it may stand the size that our own export has for it, or that it has none. */
const UPLOAD = /upload:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(#(?:\d{1,4}x\d{1,4})?)?/g

const sized = (address: string, size: string | undefined) =>
  size === undefined || !address.startsWith('/pictures/')
    ? address
    : `${address.split('#', 1)[0]}${size === '#' ? '' : size}`

/** The uploads in a text that are of this import, each once. */
function keysIn(text: string, pictures: Pictures): string[] {
  const keys = Array.from(text.matchAll(UPLOAD), ([, key = '']) => key)
  return [...new Set(keys)].filter(key => pictures.has(key))
}

/** Those that the notes of these topics show. */
export function picturesOf(topics: readonly PlannedTopic[], pictures: Pictures): Pictures {
  const keys = topics.flatMap(({ notes }) => notes.flatMap(({ text }) => keysIn(text, pictures)))
  return new Map(
    [...new Set(keys)].flatMap(key => {
      const picture = pictures.get(key)
      return picture ? [[key, picture] as const] : []
    }),
  )
}

/** The same topics where no picture is to come along. */
export function withoutPictures(topics: readonly PlannedTopic[], pictures: Pictures): Order {
  const left = (text: string) =>
    text.replace(UPLOAD, (written, key: string) => pictures.get(key)?.addressLeft ?? written)
  return {
    topics: topics.map(topic => ({
      ...topic,
      notes: topic.notes.map(note => withTextChanged(note, left)),
    })),
    pictures: new Map(),
  }
}

/** What readers keep room by is the first to go where a note is full. */
const withoutSizes = (text: string) => text.replace(/(\/pictures\/[\da-f]{32})#\d{1,4}x\d{1,4}/g, '$1')
