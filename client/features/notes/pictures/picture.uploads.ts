import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { type PictureAddress, pictureIdsIn, uploadAddress, uploadKeysIn } from '#protocol/pictureAddress.ts'
import type { Copies, PictureCopy } from './picture.copies.ts'
import { withAddress, without } from './picture.text.ts'

type Size = NonNullable<PictureAddress['size']>

/** Sends a picture. Throws CallFailed, or an AbortError when it was given up. */
export type SendPicture = (
  picture: { key: string; file: Blob },
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
) => Promise<{ address: string } & Size>

/** A picture that goes up, as the screen tells of it. */
export interface Upload {
  key: string
  name: string
  /** Of the file, in bytes. */
  size: number
  /** How much of it has been sent, from 0 to 1. */
  sent: number
  /** Why it does not go on; it may be tried again. */
  failure: CallFailed | null
}

/** What became of a picture: where it is now, or that it is not to be in the text. */
type Outcome = { address: string } | 'left out'

interface UploadsParts {
  send: SendPicture
  /** Whether nothing is at this address any more. Never rejects. */
  isGone: (address: string) => Promise<boolean>
  copies: Copies
  /** Milliseconds since 1970. */
  now: () => number
}

/** Where the text stands in which the pictures are. */
export interface TextPlace {
  /** Its file is here, and can be shown. */
  onFound: (key: string, file: Blob) => void
  /** What was up is there no more: the key takes the place of the address again. */
  onGone: (address: string, key: string) => void
  /** A picture is up: `address` takes the place of its key. */
  onDone: (key: string, address: string) => void
  /** A picture cannot be had, and goes from the text; `why` is null where it is not on this device. */
  onRejected: (key: string, why: { name: string; failure: CallFailed } | null) => void
}

export interface Uploads {
  /** Those under way, waiting or failed. */
  state: () => readonly Upload[]
  subscribe: (listener: () => void) => () => void
  /** From now on what becomes of the pictures is told there. Returns how to end that. */
  attach: (place: TextPlace) => () => void
  /** Takes a picture on, keeps it on this device and begins to send it. The key stands in the text for it. */
  add: (key: string, file: File) => Promise<void>
  /** Sends what a text waits for, as far as it is on this device and not on its way yet. Never rejects. */
  follow: (text: string) => Promise<void>
  /** The text with the addresses of all its pictures. Throws the CallFailed for which one of them is not up. */
  settle: (text: string) => Promise<string>
  /** Gives up what is not up yet, and tells which that was. */
  cancel: () => readonly string[]
  /** What a saved text holds needs no copy here any more, but for what it still waits for. */
  forget: (text: string) => Promise<void>
  /** Breaks off what is on its way; the copies stay. */
  stop: () => void
}

/** Brings pictures to the server, one at a time, in the order in which they came. */
export function createUploads({ send, isGone, copies, now }: UploadsParts): Uploads {
  const listeners = new Set<() => void>()
  const known = new Map<string, PictureCopy>()
  const underWay = new Map<string, Promise<Outcome>>()
  const aborts = new Map<string, AbortController>()
  let uploads: readonly Upload[] = []
  let last: Promise<unknown> = Promise.resolve()
  let place: TextPlace | null = null
  let isStopped = false

  function become(next: readonly Upload[]) {
    uploads = next
    for (const listener of listeners) listener()
  }
  const leave = (key: string) => become(uploads.filter(upload => upload.key !== key))
  function tell(key: string, change: Partial<Upload>) {
    become(uploads.map(upload => (upload.key === key ? { ...upload, ...change } : upload)))
  }

  function take(key: string, copy: PictureCopy) {
    known.set(key, copy)
    place?.onFound(key, copy.file)
  }

  /** Of what went up before this page was opened something may be gone: then it goes up once more. */
  async function revived(text: string): Promise<string> {
    if (pictureIdsIn(text).length === 0) return text
    let alive = text
    for (const [key, { address, ...copy }] of await copies.all()) {
      if (known.has(key) || address === undefined || !text.includes(`](${address})`)) continue
      take(key, { ...copy, address })
      if (!(await isGone(address))) continue
      known.set(key, copy)
      await copies.keep(key, copy)
      place?.onGone(address, key)
      alive = alive.replaceAll(`](${address})`, `](${uploadAddress(key)})`)
    }
    return alive
  }

  async function copyOf(key: string): Promise<PictureCopy | undefined> {
    const kept = known.get(key)
    if (kept) return kept
    const copy = await copies.find(key)
    if (copy) take(key, copy)
    return copy
  }

  /** Of two who ask for the same one the second waits for the first. */
  function ensure(key: string): Promise<Outcome> {
    const begun = underWay.get(key)
    if (begun) return begun
    const outcome = bringUp(key).finally(() => underWay.delete(key))
    underWay.set(key, outcome)
    return outcome
  }

  async function bringUp(key: string): Promise<Outcome> {
    const copy = await copyOf(key).catch(() => {
      // The text waits for the device, as it does for the line.
      throw new CallFailed({ code: 'offline', status: 0 })
    })
    if (copy === undefined) {
      place?.onRejected(key, null)
      return 'left out'
    }
    if (copy.address !== undefined) {
      place?.onDone(key, copy.address)
      return { address: copy.address }
    }
    const abort = new AbortController()
    aborts.set(key, abort)
    const fresh = { key, name: copy.name, size: copy.file.size, sent: 0, failure: null }
    become([...uploads.filter(upload => upload.key !== key), fresh])
    const before = last
    const sending = before.then(() => sendNow(key, copy, abort.signal))
    last = sending.catch(() => undefined)
    return sending
  }

  async function sendNow(key: string, copy: PictureCopy, signal: AbortSignal): Promise<Outcome> {
    try {
      signal.throwIfAborted()
      const onProgress = (sent: number) => tell(key, { sent })
      const { address, width, height } = await send({ key, file: copy.file }, { signal, onProgress })
      const sized = `${address}#${width}x${height}`
      known.set(key, { ...copy, address: sized })
      await copies.keep(key, { ...copy, address: sized })
      leave(key)
      place?.onDone(key, sized)
      return { address: sized }
    } catch (error) {
      if (!(error instanceof CallFailed)) {
        leave(key)
        // Given up; or the page was left, and nothing is known of it.
        if (isStopped) throw new CallFailed({ code: 'offline', status: 0 })
        return 'left out'
      }
      if (isWorthARetry(error)) {
        tell(key, { sent: 0, failure: error })
        throw error
      }
      leave(key)
      known.delete(key)
      place?.onRejected(key, { name: copy.name, failure: error })
      return 'left out'
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
      place = to
      isStopped = false
      return () => {
        if (place === to) place = null
      }
    },
    async add(key, file) {
      const copy = { file, name: file.name, keptAt: now() }
      take(key, copy)
      await copies.keep(key, copy)
      await ensure(key).catch(() => undefined)
    },
    async follow(text) {
      await Promise.all(uploadKeysIn(text).map(key => ensure(key).catch(() => undefined)))
    },
    async settle(text) {
      let settled = await revived(text)
      for (const key of uploadKeysIn(settled)) {
        const outcome = await ensure(key)
        settled = outcome === 'left out' ? without(settled, key) : withAddress(settled, key, outcome.address)
      }
      return settled
    },
    cancel() {
      const given = uploads.map(({ key }) => key)
      for (const key of given) {
        aborts.get(key)?.abort()
        known.delete(key)
      }
      become([])
      void copies.drop(given)
      return given
    },
    async forget(text) {
      const waiting = new Set(uploadKeysIn(text))
      await copies.drop([...known.keys()].filter(key => !waiting.has(key)))
    },
    stop() {
      isStopped = true
      for (const abort of aborts.values()) abort.abort()
    },
  }
}

/** Nobody's mistake, or one that passes. */
function isWorthARetry({ isPassing, code }: CallFailed): boolean {
  return isPassing || code === 'tooMany' || code === 'notSignedIn' || code === 'passwordChangeNeeded'
}
