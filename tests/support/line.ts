import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Target = { port: number } | { path: string }

/** A line between a program and what it talks to, which can be cut, mended, and led elsewhere. */
export interface Line {
  port: number
  /** Breaks every connection and refuses new ones. */
  cut(): void
  mend(): void
  /** Breaks every connection; new ones lead to another target. */
  leadTo(target: Target): void
  stop(): Promise<void>
}

export async function startLine(target: Target): Promise<Line> {
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer(near => {
    if (isCut) return near.destroy()
    const far = connect(target)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.pipe(other)
      end.on('error', () => undefined)
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function breakAll(): void {
    for (const end of ends) end.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      breakAll()
    },
    mend() {
      isCut = false
    },
    leadTo(next) {
      target = next
      breakAll()
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      breakAll()
      await closed
    },
  }
}

export const portOf = (url: string) => ({ port: Number(new URL(url).port) })
