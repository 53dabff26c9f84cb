import type { Socket } from 'node:net'

/** The least that an unfinished head takes, however short it is. In bytes. */
const HEAD_BYTES_MIN = 4_096

export interface RequestHeads {
  /** Notes how much of an unfinished head a connection has sent by now; 0 when there is none. */
  set(address: string, socket: Socket, bytes: number): void
}

/**
 * Bounds what the request heads that are not complete yet take in all: a parser keeps what has come until the rest does. Beyond
 * `bytesMax` the address with the most of them loses the connection that has been at it the longest. Browsers and proxies send a
 * head at once, so theirs is gone before it could be the oldest.
 */
export function boundRequestHeads(bytesMax: number): RequestHeads {
  const addresses = new Map<string, { bytes: number; heads: Map<Socket, number> }>()
  let total = 0

  function set(address: string, socket: Socket, bytes: number): void {
    const known = addresses.get(address) ?? { bytes: 0, heads: new Map<Socket, number>() }
    const cost = bytes === 0 ? 0 : Math.max(bytes, HEAD_BYTES_MIN)
    const change = cost - (known.heads.get(socket) ?? 0)
    if (cost === 0) known.heads.delete(socket)
    else known.heads.set(socket, cost)
    known.bytes += change
    total += change
    if (known.heads.size === 0) addresses.delete(address)
    else addresses.set(address, known)
  }

  function endOldest(): void {
    let most: [address: string, bytes: number, oldest: Socket] | null = null
    for (const [address, { bytes, heads }] of addresses) {
      const [oldest] = heads.keys()
      if (oldest !== undefined && bytes > (most?.[1] ?? 0)) most = [address, bytes, oldest]
    }
    if (most === null) return
    const [address, , oldest] = most
    set(address, oldest, 0)
    oldest.destroy()
  }

  return {
    set(address, socket, bytes) {
      set(address, socket, bytes)
      while (total > bytesMax) endOldest()
    },
  }
}
