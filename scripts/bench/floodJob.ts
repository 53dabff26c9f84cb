/** What the flooding process is asked to do, once. */
export interface FloodJob {
  /** `knock`: over one connection, as fast as it goes. `hold`: as many connections as asked for. `spin`: only burn time. */
  kind: 'knock' | 'hold' | 'spin'
  url: string
  /** What is said first over each connection; nothing when it is empty. */
  hello: string
  connections: number
  /** How long to wait before coming again when cut off or refused, in milliseconds. */
  againAfterMs: number
  forMs: number
}

export interface FloodResult {
  /** Connections that were opened, and that were refused. */
  opened: number
  refused: number
  /** Messages sent, and those of them that the server dealt with. */
  sent: number
  answered: number
  /** At most as many were let in at a time. */
  inAtOnce: number
  /** How long each connection lived, in milliseconds. */
  lived: number[]
}
