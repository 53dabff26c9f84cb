/** What the listening process is asked to do. */
export interface LiveJob {
  kind: 'socket.io' | 'ws'
  /** Sockets are spread over them in turn. */
  urls: string[]
  /** Likewise; the first one makes the calls. */
  tokens: string[]
  sockets: number
  callUrl: string
  calls: { body: unknown /** How many sockets are to hear of it. */; expected: number }[]
  pauseMs: number
}

export interface LiveResult {
  /** From the start of each call to its last arrival, in milliseconds; calls that did not reach all are absent. */
  durations: number[]
  delivered: number
}
