import type { PictureStore, StoredPicture } from '#client/features/notes/attachments/picture.store.ts'
import type { Uploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { type CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { uploadAddress } from '#protocol/pictureAddress.ts'
import { NoteRejected } from './import.importer.ts'
import type { ImportedPicture } from './import.parser.ts'
import type { PlannedTopic } from './import.plan.ts'
import { mapText, partsOf } from './import.planned.ts'

/** Pictures of the notes by upload key. */
type Pictures = ReadonlyMap<string, ImportedPicture>

/** `pictures` is empty if the user imports without pictures. */
export interface ImportJob {
  topics: readonly PlannedTopic[]
  pictures: Pictures
}

/** A picture store backed by the chosen files. Uploaded URLs are kept in memory. */
export function createImportStore(pictures: Pictures): PictureStore {
  const stored = new Map<string, StoredPicture>()
  return {
    async find(key) {
      const picture = pictures.get(key)
      return stored.get(key) ?? (picture && { file: picture.file, name: picture.name, keptAt: 0 })
    },
    async save(key, copy) {
      stored.set(key, copy)
    },
    async delete() {},
    all: async () => [],
  }
}

interface PictureSenderOptions {
  pictures: Pictures
  uploads: Uploads
  /** Receives the number of uploaded pictures. */
  onSent: (count: number) => void
  /** A picture was rejected; its note is created without it. */
  onRejected: (name: string, failure: CallFailed) => void
}

/**
 * Uploads the pictures of texts and inserts their URLs. A rejected picture is replaced by the address in the file. Throws CallFailed if a
 * retry may help, and NoteRejected if the picture quota is used up: the user can retry later or import without pictures.
 */
export function createPictureSender({ pictures, uploads, onSent, onRejected }: PictureSenderOptions) {
  const sent = new Set<string>()
  const rejected = new Set<string>()
  let quotaFailure: CallFailed | null = null
  uploads.attach({
    onLocalFile: () => undefined,
    onMissing: () => undefined,
    onUploaded(key) {
      sent.add(key)
      onSent(sent.size)
    },
    onRejected(key, why) {
      if (why?.failure.code === 'quota') quotaFailure = why.failure
      else if (why && !rejected.has(key)) onRejected(why.name, why.failure)
      rejected.add(key)
    },
  })

  async function uploadedAddress(key: string): Promise<string> {
    const markdown = `![](${uploadAddress(key)})`
    if (quotaFailure === null && !rejected.has(key)) {
      const result = await uploads.uploadAll(markdown)
      if (result !== '') return result.slice('![]('.length, -1)
    }
    if (quotaFailure !== null) throw new NoteRejected(failureText(quotaFailure))
    return pictures.get(key)?.fallbackAddress ?? ''
  }

  return {
    async uploadAll(text: string): Promise<string> {
      const addresses = new Map<string, string>()
      for (const key of keysIn(text, pictures)) addresses.set(key, await uploadedAddress(key))
      const result = text.replace(UPLOAD, (written, key: string, size?: string) => {
        const address = addresses.get(key)
        return address === undefined ? written : withSize(address, size)
      })
      return result.length <= NOTE_BODY_MAX ? result : withoutSizes(result)
    },
    stop: uploads.stop,
  }
}

/** The upload address, with the size from our own export: `#800x600`, or `#` for none. */
const UPLOAD = /upload:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(#(?:\d{1,4}x\d{1,4})?)?/g

const withSize = (address: string, size: string | undefined) =>
  size === undefined || !address.startsWith('/pictures/')
    ? address
    : `${address.split('#', 1)[0]}${size === '#' ? '' : size}`

/** The distinct upload keys of this import in a text. */
function keysIn(text: string, pictures: Pictures): string[] {
  const keys = Array.from(text.matchAll(UPLOAD), ([, key = '']) => key)
  return [...new Set(keys)].filter(key => pictures.has(key))
}

/** The pictures that these topics contain. */
export function picturesOf(topics: readonly PlannedTopic[], pictures: Pictures): Pictures {
  const keys = topics.flatMap(({ notes }) =>
    notes.flatMap(partsOf).flatMap(({ text }) => keysIn(text, pictures)),
  )
  return new Map(
    [...new Set(keys)].flatMap(key => {
      const picture = pictures.get(key)
      return picture ? [[key, picture] as const] : []
    }),
  )
}

/** Replaces pictures by their original addresses. */
export function withoutPictures(topics: readonly PlannedTopic[], pictures: Pictures): ImportJob {
  const restoreAddresses = (text: string) =>
    text.replace(UPLOAD, (written, key: string) => pictures.get(key)?.fallbackAddress ?? written)
  return {
    topics: topics.map(topic => ({
      ...topic,
      notes: topic.notes.map(note => mapText(note, restoreAddresses)),
    })),
    pictures: new Map(),
  }
}

/** Sizes are optional, so a note that exceeds its limit loses them first. */
const withoutSizes = (text: string) => text.replace(/(\/pictures\/[\da-f]{32})#\d{1,4}x\d{1,4}/g, '$1')
