import type { PublishedEvent } from './liveEvents.ts'

/** What the listening process is asked to open, once. */
export interface LiveJob {
  kind: 'socket.io' | 'ws'
  /** What is listened for. */
  told: PublishedEvent
  /** Sockets are spread over them in turn. */
  urls: string[]
  /** Likewise; the first one makes the calls. */
  tokens: string[]
  sockets: number
  callUrl: string
}

/** Then, again and again, to make one call. */
export interface LiveCall {
  body: unknown
  /** How many sockets are to hear of it. */
  expected: number
}

export interface LiveResult {
  /** From the start of the call to its last arrival, in milliseconds; null when it did not reach all. */
  took: number | null
  delivered: number
}
