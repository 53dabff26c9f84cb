import type { Duplex } from 'node:stream'

/** So long somebody who does not read what came before it may keep the answer waiting. */
const TAKEN_WITHIN_MS = 1_000

/**
 * Answers an upgrade that nobody takes, and ends its connection. Node knows nothing of such a connection any more: whoever does not
 * close their end, or has gone without our looking, would be held for ever, and no stop would come to its end.
 */
export function rejectUpgrade(wire: Duplex): void {
  const patience = setTimeout(() => wire.destroy(), TAKEN_WITHIN_MS)
  wire.once('close', () => clearTimeout(patience))
  wire.on('error', () => wire.destroy())
  wire.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
    wire.destroy(),
  )
}
