import { holdLock, isLockHeld } from '#client/features/documents/locks.ts'
import { callWithProgress } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { requireUser } from '#client/session/session.user.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import {
  hasPictures,
  type PictureAddress,
  pictureIdsIn,
  uploadAddress,
  uploadKeysIn,
} from '#protocol/pictureAddress.ts'
import { compressImage } from './picture.compression.ts'
import { type PictureStore, pictureStoreOf, type StoredPicture } from './picture.store.ts'
import { removePictures, replaceKey } from './picture.text.ts'

type Size = NonNullable<PictureAddress['size']>

/** Sends a picture. Throws CallFailed, or an AbortError after a cancellation. */
export type SendPicture = (
  picture: { key: string; file: Blob },
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
) => Promise<{ address: string } & Size>

/** The progress of one picture, for the screen. */
export interface Upload {
  key: string
  name: string
  /** File size in bytes. */
  size: number
  /** The fraction sent, from 0 to 1. */
  sent: number
  /** Why the upload stopped; the user can retry. */
  failure: CallFailed | null
}

/** The URL of the picture, 'removed' if the text must not contain it, or 'elsewhere' if another device or tab replaces the key. */
type Outcome = { address: string } | 'removed' | 'elsewhere'

interface UploadsOptions {
  send: SendPicture
  /** Whether the server has deleted the picture at this URL. Never rejects. */
  isMissing: (address: string) => Promise<boolean>
  store: PictureStore
  /** Milliseconds since 1970. */
  now: () => number
}

/** Receives the results of uploads and updates the text that contains the pictures. */
interface UploadTarget {
  /** The file is on this device and can be shown. */
  onLocalFile: (key: string, file: Blob) => void
  /** The server has deleted the picture: replace its URL with the upload key. */
  onMissing: (address: string, key: string) => void
  /** Replace the upload key with the URL. */
  onUploaded: (key: string, address: string) => void
  /** Remove the picture from the text. */
  onRejected: (key: string, why: { name: string; failure: CallFailed }) => void
}

export interface Uploads {
  /** Uploads that are running, waiting or failed. */
  state: () => readonly Upload[]
  subscribe: (listener: () => void) => () => void
  /** Sets the target that receives results. Returns the function that detaches it. */
  attach: (target: UploadTarget) => () => void
  /** Stores a picture on this device and starts its upload. The text refers to it by the key. */
  add: (key: string, file: File) => Promise<void>
  /** Starts or retries the uploads of all keys in a text. Never rejects. */
  resume: (text: string) => Promise<void>
  /** Uploads all pictures of a text and returns the text with their URLs. Throws CallFailed if an upload fails. */
  uploadAll: (text: string) => Promise<string>
  /** Cancels all uploads and returns their keys. */
  cancel: () => readonly string[]
  /** Deletes the stored pictures after a save, except those that the text still waits for. */
  deleteSaved: (text: string) => Promise<void>
  /** Stores deleted pictures again whose keys an undo has brought back, so that the text can be opened by another page. */
  storeAgain: (text: string) => Promise<void>
  /** Aborts all uploads and keeps the stored pictures. */
  stop: () => void
}

/** A reloading tab releases its locks within this time. */
const LOCK_RELEASE_MS = 500

/** Uploads pictures one at a time, in the order of their arrival. */
export function createUploads({ send, isMissing, store, now }: UploadsOptions): Uploads {
  const listeners = new Set<() => void>()
  const pictures = new Map<string, StoredPicture>()
  const running = new Map<string, Promise<Outcome>>()
  const aborts = new Map<string, AbortController>()
  /** The functions that release the locks of this tab, by key. */
  const claims = new Map<string, () => void>()
  const deletedKeys = new Set<string>()
  let uploads: readonly Upload[] = []
  let previous: Promise<unknown> = Promise.resolve()
  let target: UploadTarget | null = null
  let isStopped = false

  function setUploads(next: readonly Upload[]) {
    uploads = next
    for (const listener of listeners) listener()
  }
  const removeUpload = (key: string) => setUploads(uploads.filter(upload => upload.key !== key))
  function updateUpload(key: string, change: Partial<Upload>) {
    setUploads(uploads.map(upload => (upload.key === key ? { ...upload, ...change } : upload)))
  }

  function registerPicture(key: string, copy: StoredPicture) {
    pictures.set(key, copy)
    target?.onLocalFile(key, copy.file)
  }

  /** The server may have deleted pictures that were uploaded before this page was opened: these go back to their upload keys. */
  async function resetMissing(text: string): Promise<string> {
    if (pictureIdsIn(text).length === 0) return text
    let result = text
    for (const [key, { address, ...copy }] of await store.all()) {
      if (pictures.has(key) || address === undefined || !text.includes(`](${address})`)) continue
      registerPicture(key, { ...copy, address })
      if (!(await isMissing(address))) continue
      pictures.set(key, copy)
      await store.save(key, copy)
      target?.onMissing(address, key)
      result = result.replaceAll(`](${address})`, `](${uploadAddress(key)})`)
    }
    return result
  }

  async function loadPicture(key: string): Promise<StoredPicture | undefined> {
    const picture = pictures.get(key)
    if (picture) return picture
    const copy = await store.find(key)
    if (copy) registerPicture(key, copy)
    return copy
  }

  /** Two tabs that replaced one key in their common document would insert the URL twice. */
  async function claim(key: string): Promise<boolean> {
    if (claims.has(key)) return true
    const lock = `geulmaru-picture/${key}`
    if (await isLockHeld(lock, LOCK_RELEASE_MS)) return false
    claims.set(key, holdLock(lock))
    return true
  }

  /** Concurrent calls for the same key share one upload. */
  function uploadOnce(key: string): Promise<Outcome> {
    const existing = running.get(key)
    if (existing) return existing
    const outcome = startUpload(key).finally(() => running.delete(key))
    running.set(key, outcome)
    return outcome
  }

  async function startUpload(key: string): Promise<Outcome> {
    const copy = await loadPicture(key).catch(() => {
      // A device that does not answer is treated like a lost connection: the text waits.
      throw new CallFailed({ code: 'offline', status: 0 })
    })
    if (copy === undefined || !(await claim(key))) return 'elsewhere'
    if (copy.address !== undefined) {
      target?.onUploaded(key, copy.address)
      return { address: copy.address }
    }
    const abort = new AbortController()
    aborts.set(key, abort)
    const newUpload = { key, name: copy.name, size: copy.file.size, sent: 0, failure: null }
    setUploads([...uploads.filter(upload => upload.key !== key), newUpload])
    const sending = previous.then(() => sendPicture(key, copy, abort.signal))
    previous = sending.catch(() => undefined)
    return sending
  }

  async function sendPicture(key: string, copy: StoredPicture, signal: AbortSignal): Promise<Outcome> {
    try {
      signal.throwIfAborted()
      const onProgress = (sent: number) => updateUpload(key, { sent })
      const { address, width, height } = await send({ key, file: copy.file }, { signal, onProgress })
      const sized = `${address}#${width}x${height}`
      pictures.set(key, { ...copy, address: sized })
      await store.save(key, { ...copy, address: sized })
      removeUpload(key)
      target?.onUploaded(key, sized)
      return { address: sized }
    } catch (error) {
      if (!(error instanceof CallFailed)) {
        removeUpload(key)
        // Aborted by `cancel`, or by `stop`, after which the result is unknown.
        if (isStopped) throw new CallFailed({ code: 'offline', status: 0 })
        return 'removed'
      }
      if (isRetryable(error)) {
        updateUpload(key, { sent: 0, failure: error })
        throw error
      }
      removeUpload(key)
      pictures.delete(key)
      target?.onRejected(key, { name: copy.name, failure: error })
      return 'removed'
    } finally {
      aborts.delete(key)
    }
  }

  return {
    state: () => uploads,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attach(to) {
      target = to
      isStopped = false
      return () => {
        if (target === to) target = null
      }
    },
    async add(key, file) {
      const copy = { file, name: file.name, keptAt: now() }
      registerPicture(key, copy)
      await store.save(key, copy)
      await uploadOnce(key).catch(() => undefined)
    },
    async resume(text) {
      await Promise.all(uploadKeysIn(text).map(key => uploadOnce(key).catch(() => undefined)))
    },
    async uploadAll(text) {
      let result = await resetMissing(text)
      for (const key of uploadKeysIn(result)) {
        const outcome = await uploadOnce(key)
        if (outcome === 'removed') result = removePictures(result, key)
        else if (outcome !== 'elsewhere') result = replaceKey(result, key, outcome.address)
      }
      return result
    },
    cancel() {
      const keys = uploads.map(({ key }) => key)
      for (const key of keys) {
        aborts.get(key)?.abort()
        pictures.delete(key)
      }
      setUploads([])
      void store.delete(keys)
      return keys
    },
    async deleteSaved(text) {
      const waiting = new Set(uploadKeysIn(text))
      const saved = [...pictures.keys()].filter(key => !waiting.has(key))
      for (const key of saved) deletedKeys.add(key)
      await store.delete(saved)
    },
    async storeAgain(text) {
      for (const key of uploadKeysIn(text)) {
        const copy = pictures.get(key)
        if (copy && deletedKeys.delete(key)) await store.save(key, copy)
      }
    },
    stop() {
      isStopped = true
      for (const abort of aborts.values()) abort.abort()
      for (const release of claims.values()) release()
      claims.clear()
    },
  }
}

/** Whether a retry may succeed without a change by the user. */
function isRetryable({ isTransient, code }: CallFailed): boolean {
  return isTransient || code === 'tooMany' || code === 'notSignedIn' || code === 'passwordChangeNeeded'
}

/** Uploads for one user; sends nothing after another user has signed in. `store` defaults to the store on this device. */
export function createUserUploads(userNo: number, store: PictureStore = pictureStoreOf(userNo)): Uploads {
  const send: SendPicture = async ({ key, file }, options) => {
    const picture = await compressImage(file)
    requireUser(userNo)
    return callWithProgress(uploadPicture, { picture, requestKey: key }, options)
  }
  return createUploads({ send, isMissing, store, now: Date.now })
}

async function isMissing(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}

/** Uploads the pictures of drafts outside the editor. A rejected picture blocks its draft, so that the user sees the reason first. */
export function createDraftUploads(userNo: number) {
  const uploads = createUserUploads(userNo)
  let rejection: CallFailed | null = null
  uploads.attach({
    onLocalFile: () => undefined,
    onMissing: () => undefined,
    onUploaded: () => undefined,
    onRejected: (_, { failure }) => {
      rejection = failure
    },
  })
  return {
    async uploadAll(text: string): Promise<string> {
      if (!hasPictures(text)) return text
      rejection = null
      const uploaded = await uploads.uploadAll(text)
      if (rejection) throw rejection
      return uploaded
    },
    stop: uploads.stop,
  }
}
